/** The part that makes a lesson of a position: the right turns, the goal, the texts, and a preview. */

import { copyText } from "../dom/clipboard";
import {
  addStyle,
  buttonOf,
  changeDetector,
  focused,
  html,
  on,
  saveFile,
  set,
  text,
  utf8Text,
} from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import { drawButton, toolButton } from "../panels/buttons";
import type { PartContext, ViewPart } from "../parts/contract";
import { MAX_GOAL, MAX_LENGTHS } from "../protocol/constants";
import type { Intent, LessonDraft, Reply } from "../protocol/types";
import type { State } from "../state/state";
import style from "./maker.css";

type MakerIntent = Extract<Intent, { kind: "make-lesson" }>;

type Field = keyof typeof MAX_LENGTHS;
const ACTIONS = ["preview", "copy", "save", "file", "close"] as const;
/** The most missing things that the note names. */
const MAX_NAMED = 4;

class Maker implements ViewPart {
  readonly #element = html("section.maker");
  readonly #heading = html("b");
  readonly #language = html("select", { "data-language": true });
  readonly #steps = html("div.maker-row", { role: "group" });
  readonly #place = html("button.button", { "data-teach": "place" });
  readonly #file = html("input", { type: "file", accept: ".lesson,text/plain", hidden: true });
  readonly #turns = html("div.maker-row", { role: "group" });
  readonly #turnHint = html("small");
  readonly #goals = html("div", { role: "radiogroup" });
  readonly #goalHint = html("small");
  readonly #own = html("input", {
    maxlength: MAX_GOAL,
    autocomplete: "off",
    spellcheck: "false",
    "data-own": true,
  });
  readonly #fields = Object.entries(MAX_LENGTHS).map(([name, maxlength]) => {
    const field = { "data-field": name, maxlength, autocomplete: "off" };
    const input = name === "text" ? html("textarea", { ...field, rows: 2 }) : html("input", field);
    return { name: name as Field, input, label: html("span") };
  });
  readonly #buttons = ACTIONS.map((what) => {
    const primary = what === "preview" ? ".primary" : "";
    return html(`button.button${primary}` as "button.button", { "data-teach": what }, html("span"));
  });
  readonly #note = html("p.maker-note", { role: "status" });
  readonly #previewing = html("b");
  readonly #back = html("button.button", { "data-teach": "back" }, html("span"));
  readonly #titles: [Element, string][] = [];
  readonly #differs = changeDetector();
  readonly #context: PartContext;
  /** What the note says until the draft changes: a refusal, or what was done. */
  #message = "";
  #isWrong = false;
  /** The number of answers that are awaited. */
  #waiting = 0;
  /** A button that was pressed before the answer that may enable it. */
  #pending: HTMLElement | undefined;
  #wasOpen = false;
  #wasPreview = false;
  #step = 0;
  #t!: Translator;

  constructor(context: PartContext) {
    this.#context = context;
    const { root, layout } = context.slots;
    const section = (key: string, ...children: Node[]) => {
      const title = html("b");
      this.#titles.push([title, key]);
      return html("div.maker-section", {}, title, ...children);
    };
    const [title, ...labels] = this.#fields.map(({ input, label }) => html("label", {}, label, input));
    this.#element.append(
      html("div.maker-preview", {}, this.#previewing, this.#back),
      html(
        "div.maker-draft",
        {},
        html("div.maker-row.maker-head", {}, this.#heading, this.#language),
        title as Node,
        section("ui.maker.steps", this.#steps),
        section("ui.maker.right", this.#turnHint, this.#turns),
        section("ui.maker.goal", this.#goalHint, this.#goals, this.#own),
        section("ui.maker.texts", ...labels),
        this.#note,
        html("div.maker-row", { role: "group" }, ...this.#buttons, this.#file),
      ),
    );
    addStyle(root, style);
    layout.append(this.#element);
    const element = this.#element;
    on(element, "click", (event) => this.#press(event));
    on(element, "change", ({ target }) => this.#change(target as HTMLInputElement));
    // choosing the same file again is a change, too
    on(this.#file, "click", () => {
      this.#file.value = "";
    });
    // the keys of the board do not work here
    on(element, "keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && event.target === this.#own) this.#change(this.#own);
    });
  }

  #draft(): LessonDraft | undefined {
    return this.#context.state().snapshot.maker;
  }

  /** Sends an intent that waits for no answer to a click. */
  #ask(intent: Omit<MakerIntent, "kind">): void {
    const { client, state } = this.#context;
    const finish = (message: string, isWrong: boolean) => {
      this.#waiting--;
      this.#drawChosen();
      this.#say(message, isWrong);
    };
    const answered = ({ ok, text: why = "" }: Reply) => finish(ok ? "" : why, !ok);
    const silent = () => finish(this.#t("ui.silent"), true);
    this.#waiting++;
    client.ask({ kind: "make-lesson", ...intent } as MakerIntent, state().snapshot.rev, answered, silent);
  }

  #say(message: string, isWrong = false): void {
    this.#message = message;
    this.#isWrong = isWrong;
    this.#drawNote();
    if (message) this.#context.announce(message);
  }

  #press({ target }: Event): void {
    const button = buttonOf(target);
    const { teach = "", turn, step } = button?.dataset ?? {};
    this.#pending = undefined;
    if (!button) return;
    if (button.ariaDisabled === "true") {
      // the text that this click has ended may complete the lesson
      if (this.#waiting) this.#pending = button;
      return;
    }
    if (turn) this.#ask({ what: "remove", turn });
    else if (step) this.#ask({ what: "step", at: Number(step) });
    else if (teach === "file") this.#file.click();
    else if (teach === "place") this.#context.ask({ kind: "edit", what: "open" });
    else if (teach === "copy") this.#copy();
    else if (teach === "save") this.#save();
    else if (teach) this.#ask({ what: teach as MakerIntent["what"] });
  }

  #change({ dataset, value, name, files }: HTMLInputElement): void {
    this.#pending = undefined;
    if (files?.[0]) this.#open(files[0]);
    else if ("language" in dataset) this.#ask({ what: "language", to: value });
    else if (dataset.field) this.#ask({ what: "text", field: dataset.field, text: value });
    else if (name) this.#ask({ what: "goal", at: Number(value) });
    else if (value.trim() && value !== dataset.sent) this.#ask({ what: "own", text: value });
    if ("own" in dataset) dataset.sent = value;
  }

  async #open(file: File): Promise<void> {
    try {
      this.#ask({ what: "file", name: file.name, text: await utf8Text(file) });
    } catch {
      this.#say(this.#t("ui.unread", { name: file.name }), true);
    }
  }

  async #copy(): Promise<void> {
    try {
      await copyText(this.#draft()?.file ?? "", this.#element);
      this.#say(this.#t("ui.maker.copied"));
    } catch {
      // the file can still be saved
      this.#save();
    }
  }

  #save(): void {
    const { file = "", name = "" } = this.#draft() ?? {};
    saveFile(`${name}.lesson`, new Blob([file], { type: "text/plain" }), this.#element);
    this.#say(this.#t("ui.share.saved", { name: `${name}.lesson` }));
  }

  draw({ snapshot }: State, t: Translator): void {
    const { maker } = snapshot;
    const what = snapshot.edit ? "placing" : maker?.preview ? "preview" : "making";
    set(this.#context.slots.root, { "data-teach": maker && what });
    if (!maker) {
      this.#wasOpen = false;
      return;
    }
    const isOpened = !this.#wasOpen;
    const { layout } = this.#context.slots;
    this.#wasOpen = true;
    // a preview has the layout of a lesson, so the bar comes before it
    if (maker.preview !== this.#wasPreview) {
      if (maker.preview) layout.before(this.#element);
      else layout.append(this.#element);
      this.#message = "";
    }
    if (this.#differs(JSON.stringify(maker), t)) {
      this.#t = t;
      this.#drawDraft(maker);
    }
    if (this.#pending && this.#pending.ariaDisabled !== "true") this.#pending.click();
    if (maker.preview && !this.#wasPreview) this.#back.focus({ preventScroll: true });
    if (!maker.preview && this.#wasPreview) this.#buttons[0]?.focus({ preventScroll: true });
    this.#wasPreview = maker.preview;
    if (isOpened) {
      layout.scrollIntoView({ block: "nearest" });
      this.#context.announce(t("ui.maker"), t("ui.maker.play"));
    } else if (maker.at !== this.#step) this.#context.announce(this.#nameOf(maker.at, maker));
    this.#step = maker.at;
  }

  #nameOf(step: number, { steps }: LessonDraft): string {
    return this.#t(`ui.maker.${steps[step] ? "step" : "open"}`, { n: step + 1 });
  }

  #drawSteps(maker: LessonDraft): void {
    const t = this.#t;
    const { steps, at, earlier, opened } = maker;
    const buttons = steps.map((complete, step) => {
      const name = this.#nameOf(step, maker);
      const attributes = { "data-key": step, "data-step": step, "data-open": !complete, title: name };
      const pressed = String(step === at);
      return html(
        "button.button.maker-step",
        { ...attributes, "aria-label": name, "aria-pressed": pressed },
        String(step + 1),
      );
    });
    const actions = [["add", t("ui.maker.add")]];
    if (steps.length > 1) actions.push(["drop", t("ui.maker.drop")]);
    if (earlier) actions.push(["resume", t(`ui.maker.${opened ? "return" : "resume"}`, { title: earlier })]);
    const others = actions.map(([what = "", label = ""]) =>
      html("button.button", { "data-key": what, "data-teach": what }, label),
    );
    set(this.#steps, { "aria-label": t("ui.maker.steps") });
    morphChildren(this.#steps, [...buttons, ...others]);
  }

  #drawLanguages({ language, languages }: LessonDraft): void {
    const options = languages.map(([tag, name, written]) =>
      html("option", { "data-key": tag, value: tag, lang: tag }, written ? `${name} ✓` : name),
    );
    morphChildren(this.#language, options);
    this.#language.value = language;
    const name = this.#t("ui.maker.language");
    set(this.#language, { "aria-label": name, title: name });
    for (const { input } of this.#fields) set(input, { lang: language });
  }

  #drawDraft(maker: LessonDraft): void {
    const t = this.#t;
    set(this.#element, { "aria-label": t("ui.maker") });
    text(this.#heading, t("ui.maker"));
    text(this.#previewing, t("ui.maker.previewing"));
    drawButton(this.#back, t("ui.maker.back"), true);
    for (const [title, key] of this.#titles) text(title, t(key));
    const { right, goals, played, file, kind } = maker;
    this.#drawSteps(maker);
    this.#drawLanguages(maker);
    const hint = played ? "recorded" : right.length ? "more" : "play";
    text(this.#turnHint, t(`ui.maker.${kind === "turn" ? hint : "fixed"}`));
    text(this.#place, t("ui.maker.place"));
    set(this.#turns, { "aria-label": t("ui.maker.right") });
    const turns = right.map((turn) => {
      const tip = t("ui.maker.remove", { turn });
      return html(
        "button.button.maker-turn",
        { "data-key": turn, "data-turn": turn, title: tip, "aria-label": tip },
        `${turn} ×`,
      );
    });
    const undo = toolButton("undo", { name: t("ui.undo"), enabled: this.#context.state().snapshot.undo });
    const another = html(
      "button.button",
      { "data-key": "another", "data-teach": "another" },
      t("ui.maker.another"),
    );
    this.#turns.hidden = kind !== "turn";
    morphChildren(this.#turns, [...turns, ...(played ? [another] : []), undo, this.#place]);
    this.#drawGoals(goals);
    for (const { name, input, label } of this.#fields) {
      text(label, t(`ui.maker.${name}`));
      if (focused(this.#element) !== input) input.value = maker.texts[name];
    }
    for (const button of this.#buttons) {
      const what = button.dataset.teach ?? "";
      drawButton(button, t(`ui.maker.${what}`), /close|file/.test(what) || Boolean(file));
    }
    this.#drawNote();
  }

  /** Checks the chosen goal. While an answer is awaited, what was checked meanwhile stays. */
  #drawChosen(): void {
    if (this.#waiting) return;
    this.#goals.querySelectorAll("input").forEach((radio, at) => {
      radio.checked = at === this.#draft()?.chosen;
    });
  }

  #drawGoals(goals: LessonDraft["goals"]): void {
    const t = this.#t;
    set(this.#goals.parentElement as Element, { hidden: !goals.length });
    set(this.#goals, { "aria-label": t("ui.maker.goal") });
    text(this.#goalHint, t("ui.maker.goal.hint"));
    const group = `goal-${this.#context.state().snapshot.board}`;
    const rows = goals.map(([goal, right, turns], at) => {
      const radio = html("input", { type: "radio", name: group, value: at });
      const count = html("small", {}, t("ui.maker.goal.count", { right, turns }));
      return html("label.maker-goal", { "data-key": goal }, radio, html("code", {}, goal), count);
    });
    morphChildren(this.#goals, rows);
    this.#drawChosen();
    set(this.#own, { placeholder: t("ui.maker.goal.own"), "aria-label": t("ui.maker.goal.own") });
    if (this.#own.dataset.sent === goals[0]?.[0]) this.#own.value = "";
  }

  #drawNote(): void {
    const { missing = [], steps = [], problem = "" } = this.#draft() ?? {};
    const t = this.#t;
    const names = missing.slice(0, MAX_NAMED).map(([name, n, language]) => {
      const label = t(`ui.maker.${name}`) + (language && ` (${language})`);
      return n && steps.length > 1 ? t("ui.maker.at", { what: label, n }) : label;
    });
    const what = names.join(t("ui.comma")) + (missing.length > MAX_NAMED ? " …" : "");
    const state = problem || (what ? t("ui.maker.missing", { what }) : t("ui.maker.ready"));
    text(this.#note, this.#message || state);
    set(this.#note, { "data-wrong": this.#message ? this.#isWrong : Boolean(problem) });
  }
}

export default (context: PartContext): ViewPart => new Maker(context);
