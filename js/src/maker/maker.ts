/** The part that makes a lesson of a position: the right turns, the goal, the texts, and a preview. */

import { copyText } from "../dom/clipboard";
import {
  addStyle,
  buttonOf,
  cellOf,
  changeDetector,
  fileText,
  focused,
  html,
  on,
  saveFile,
  set,
  text,
} from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import { commandOf } from "../keys/keymap";
import { drawButton, toolButton } from "../panels/buttons";
import type { PartContext, ViewPart } from "../parts/contract";
import {
  MAX_FORESEEN,
  MAX_GOAL,
  MAX_LENGTHS,
  MAX_NUMBER,
  MAX_STEP_TURNS,
  NUMBERS_AT,
  RECORDED,
  RETRIES,
  SETS,
  SETS_AT,
  STEP_KINDS,
} from "../protocol/constants";
import type { Intent, LessonDraft, Reply } from "../protocol/types";
import type { State } from "../state/state";
import style from "./maker.css";

type MakerIntent = Extract<Intent, { kind: "make-lesson" }>;

type Field = keyof typeof MAX_LENGTHS;
const ACTIONS = ["preview", "check", "copy", "save", "file", "close"] as const;
/** The most missing things that the note names. */
const MAX_NAMED = 4;

class Maker implements ViewPart {
  readonly #element = html("section.maker");
  readonly #heading = html("b");
  readonly #language = html("select", { "data-language": true });
  readonly #steps = html("div.maker-row", { role: "group" });
  readonly #place = html("button.button", { "data-teach": "place" });
  readonly #file = html("input", { type: "file", accept: ".lesson,text/plain", hidden: true });
  readonly #kind = html("select", { "data-choose": "kind" });
  readonly #allowed = html("select", { "data-allowed": true });
  readonly #allowedLabel = html("label", {}, html("span"), this.#allowed);
  readonly #question = html("select", { "data-choose": "ask" });
  readonly #number = html("input", {
    type: "number",
    min: 0,
    max: MAX_NUMBER,
    inputmode: "numeric",
    "data-number": true,
  });
  readonly #answer = html("small");
  readonly #records = html("div.maker-row", { role: "group" });
  readonly #recordsLabel = html("small");
  readonly #wrong = html("div");
  readonly #retry = html("select", { "data-choose": "retry" });
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
        section("ui.maker.steps", this.#steps, this.#place),
        section("ui.maker.kind", this.#kind, this.#allowedLabel),
        section("ui.maker.ask", this.#question, this.#answer, this.#number),
        html("div.maker-section", {}, this.#recordsLabel, this.#records),
        section("ui.maker.right", this.#turnHint, this.#turns),
        section("ui.maker.goal", this.#goalHint, this.#goals, this.#own),
        section("ui.maker.texts", ...labels),
        section("ui.maker.wrong", this.#wrong),
        section("ui.maker.retry", this.#retry),
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
    // captured before the board handles them
    on(root, "click", (event) => this.#choose(event), true);
    on(root, "keydown", (event) => commandOf(event, "disc") === "click" && this.#choose(event), true);
    // the keys of the board do not work here
    on(element, "keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && event.target === this.#own) this.#change(this.#own);
    });
  }

  /** Takes a click on a disc, where it answers a question or makes a mark. */
  #choose(event: Event): void {
    const { maker, edit } = this.#context.state().snapshot;
    const cell = cellOf(event.target);
    if (!maker || maker.preview || edit || !cell || this.#element.contains(event.target as Node)) return;
    if (maker.kind === "turn" && maker.records !== "marks") return;
    event.preventDefault();
    event.stopPropagation();
    this.#ask({ what: "disc", cell });
  }

  #draft(): LessonDraft | undefined {
    return this.#context.state().snapshot.maker;
  }

  /** Sends an intent that waits for no answer to a click; `done` is what to say then. */
  #ask(intent: Omit<MakerIntent, "kind">, done: () => string = () => ""): void {
    const { client, state } = this.#context;
    const finish = (message: string, isWrong: boolean) => {
      this.#waiting--;
      this.#drawChosen();
      this.#say(message, isWrong);
    };
    const answered = ({ ok, text: why = "" }: Reply) => finish(ok ? done() : why, !ok);
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
    const { teach = "", turn, step, record, forget } = button?.dataset ?? {};
    this.#pending = undefined;
    if (!button) return;
    if (button.ariaDisabled === "true") {
      // the text that this click has ended may complete the lesson
      if (this.#waiting) this.#pending = button;
      else this.#say(this.#state(), true);
      return;
    }
    if (record) this.#ask({ what: "record", to: record });
    else if (forget) this.#ask({ what: "forget", answer: forget });
    else if (turn) this.#ask({ what: "remove", turn });
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
    else if (dataset.choose) this.#ask({ what: dataset.choose as MakerIntent["what"], to: value });
    else if ("allowed" in dataset) this.#ask({ what: "turns", at: Number(value) });
    else if ("number" in dataset) {
      if (value) this.#ask({ what: "foresee", at: Number(value) });
      if (this.#draft()?.records === "wrong") this.#number.value = "";
    } else if (dataset.answer)
      this.#ask({ what: "text", field: "wrong", at: Number(dataset.at), text: value });
    else if (dataset.field) this.#ask({ what: "text", field: dataset.field, text: value });
    else if (name) this.#ask({ what: "goal", at: Number(value) });
    else if (value.trim() && value !== dataset.sent) this.#ask({ what: "own", text: value });
    if ("own" in dataset) dataset.sent = value;
  }

  async #open(file: File): Promise<void> {
    try {
      this.#ask({ what: "file", name: file.name, text: await fileText(file) });
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
    const saved = this.#t("ui.share.saved", { name: `${name}.lesson` });
    this.#ask({ what: "check" }, () => `${saved}\n${this.#state()}`);
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
    const element = this.#element;
    this.#wasOpen = true;
    // a preview has the layout of a lesson, so the bar comes before it
    if (maker.preview !== this.#wasPreview) {
      if (maker.preview) layout.before(element);
      else layout.append(element);
      this.#message = "";
    }
    if (this.#differs(JSON.stringify(maker), t)) {
      this.#t = t;
      this.#drawDraft(maker);
    }
    if (this.#pending && this.#pending.ariaDisabled !== "true") this.#pending.click();
    if (maker.preview !== this.#wasPreview) {
      // the button that was pressed may be far below the board
      const button = maker.preview ? this.#back : this.#buttons[0];
      button?.focus({ preventScroll: true });
      (maker.preview ? element : button)?.scrollIntoView({ block: "nearest" });
    }
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
    const { right, goals, played, file, kind, allowed, records } = maker;
    this.#drawSteps(maker);
    this.#drawLanguages(maker);
    this.#drawKind(maker);
    this.#drawWrong(maker);
    const isLong = allowed > 1 && records === "right";
    const first = isLong ? "line" : "play";
    const hint =
      played && !(isLong && played < 2 * allowed - 1) ? "recorded" : right.length && !isLong ? "more" : first;
    text(this.#turnHint, t(`ui.maker.${hint}`));
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
    set(this.#turns.parentElement as Element, { hidden: kind !== "turn" });
    morphChildren(this.#turns, [...turns, ...(played ? [another] : []), undo]);
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
    set(this.#goals.parentElement as Element, { hidden: !goals.length || this.#draft()?.kind !== "turn" });
    set(this.#goals, { "aria-label": t("ui.maker.goal") });
    text(this.#goalHint, t("ui.maker.goal.hint"));
    const group = `goal-${this.#context.state().snapshot.board}`;
    const rows = goals.map(([goal, right, turns], at) => {
      const radio = html("input", { type: "radio", name: group, value: at });
      // of a goal at the end of several turns, it may be unknown
      const count = html("small", {}, right ? t("ui.maker.goal.count", { right, turns }) : "");
      return html("label.maker-goal", { "data-key": goal }, radio, html("code", {}, goal), count);
    });
    morphChildren(this.#goals, rows);
    this.#drawChosen();
    set(this.#own, { placeholder: t("ui.maker.goal.own"), "aria-label": t("ui.maker.goal.own") });
    if (this.#own.dataset.sent === goals[0]?.[0]) this.#own.value = "";
  }

  /** Draws what the learner does, the question with its answer, and what clicks on the board become. */
  #drawKind({ kind, ask, asked, allowed, records, retry }: LessonDraft): void {
    const t = this.#t;
    const choice = (
      select: HTMLSelectElement,
      values: readonly string[],
      value: string,
      label: (name: string) => string,
    ) => {
      const options = values.map((name) => {
        return html("option", { "data-key": name, value: name }, label(name));
      });
      morphChildren(select, options);
      select.value = value;
    };
    choice(this.#kind, STEP_KINDS, kind, (name) => t(`ui.maker.kind.${name}`));
    set(this.#kind, { "aria-label": t("ui.maker.kind") });
    text(this.#allowedLabel.firstElementChild as Element, t("ui.maker.turns"));
    this.#allowedLabel.hidden =
      kind !== "turn" || allowed < 1 || this.#context.state().snapshot.colors.length > 2;
    const numbers = Array.from({ length: MAX_STEP_TURNS }, (_, n) => String(n + 1));
    morphChildren(
      this.#allowed,
      numbers.map((n) => html("option", { "data-key": n, value: n }, n)),
    );
    this.#allowed.value = String(allowed);
    const asks = kind === "click" || kind === "count";
    set(this.#question.parentElement as Element, { hidden: !asks });
    choice(
      this.#question,
      ["", ...SETS, ...SETS_AT, ...(kind === "count" ? NUMBERS_AT : [])],
      asked,
      (name) => t(`ui.maker.ask.${name || "mine"}`),
    );
    set(this.#question, { "aria-label": t("ui.maker.ask") });
    const wantsDiscs = kind === "click" && !asked;
    const wants = wantsDiscs ? "discs" : asked && !SETS.includes(asked) ? "disc" : "";
    const says = [wants && t(`ui.maker.ask.${wants}`), ask && t("ui.maker.ask.is", { answer: ask })];
    text(this.#answer, says.filter(Boolean).join(" "));
    this.#number.hidden = kind !== "count" || (Boolean(asked) && records !== "wrong");
    set(this.#number, { "aria-label": t("ui.maker.number"), placeholder: t("ui.maker.number") });
    text(this.#recordsLabel, t("ui.maker.records"));
    const modes = RECORDED.filter((name) => kind !== "read" || name === "marks");
    morphChildren(
      this.#records,
      modes.map((name) => {
        const pressed = String(name === records);
        const attributes = { "data-key": name, "data-record": name, "aria-pressed": pressed };
        return html("button.button.maker-step", attributes, t(`ui.maker.records.${name}`));
      }),
    );
    set(this.#retry.parentElement as Element, { hidden: kind === "read" });
    choice(this.#retry, RETRIES, retry, (name) => t(`ui.maker.retry.${name}`));
    set(this.#retry, { "aria-label": t("ui.maker.retry") });
  }

  /** Draws the foreseen wrong answers, each with a field for its text. */
  #drawWrong({ wrong, language, kind }: LessonDraft): void {
    const t = this.#t;
    set(this.#wrong.parentElement as Element, { hidden: !wrong.length || kind === "read" });
    const rows = wrong.map(([answer, words], at) => {
      const label = t("ui.maker.wrong.text", { answer });
      const attributes = {
        "data-answer": answer,
        "data-at": at,
        maxlength: MAX_FORESEEN,
        autocomplete: "off",
      };
      const input = html("input", { ...attributes, lang: language, placeholder: label, "aria-label": label });
      input.setAttribute("value", words);
      const tip = t("ui.maker.forget", { answer });
      const remove = html("button.button", { "data-forget": answer, title: tip, "aria-label": tip }, "×");
      return html("div.maker-wrong", { "data-key": answer }, html("code", {}, answer), input, remove);
    });
    morphChildren(this.#wrong, rows);
    this.#wrong.querySelectorAll("input").forEach((input, at) => {
      if (focused(this.#element) !== input) input.value = wrong[at]?.[1] ?? "";
    });
  }

  /** What is missing or wrong in the draft, what its check has found, or that it is ready. */
  #state(): string {
    const { missing = [], steps = [], problem = "", findings = null } = this.#draft() ?? {};
    const t = this.#t;
    const names = missing.slice(0, MAX_NAMED).map(([name, n, language]) => {
      const label = t(`ui.maker.${name}`) + (language && ` (${language})`);
      return n && steps.length > 1 ? t("ui.maker.at", { what: label, n }) : label;
    });
    const what = names.join(t("ui.comma")) + (missing.length > MAX_NAMED ? " …" : "");
    if (problem) return problem;
    if (what) return t("ui.maker.missing", { what });
    return findings ? findings.join("\n") || t("ui.maker.checked") : t("ui.maker.ready");
  }

  #drawNote(): void {
    const { problem = "", findings = null } = this.#draft() ?? {};
    text(this.#note, this.#message || this.#state());
    const isWrong = Boolean(problem) || Boolean(findings?.length);
    set(this.#note, { "data-wrong": this.#message ? this.#isWrong : isWrong });
  }
}

export default (context: PartContext): ViewPart => new Maker(context);
