import type { FromContent } from "../embedded/page_types";
import { PACE_MS, QUESTIONS } from "../protocol/constants";
import type { Model } from "../protocol/model";
import type { Answer, PuzzlesState, Traits } from "../protocol/types";
import type { SearchClient } from "../worker/search_client";
import type { ContentChannel } from "./python_connection";

/** The id of intents that the page itself sends. */
export const PAGE_ID = "page";

interface PageTraits extends Traits {
  /** Only in a game. */
  bad_address?: boolean;
  /** Only in a game: what is wrong in the record of the address. */
  notes?: string;
  /** Only in a site's page with puzzles. */
  puzzles?: PuzzlesState;
  /** Only in a lesson and in a page with puzzles: the name of the learner. */
  learner?: string;
}

type SearchLike = Pick<SearchClient, "ask" | "stop">;
type AskedContent = Pick<ContentChannel, "ask" | "listen">;
type Callback = (message: unknown) => void;

/** Receives the events of the model. */
interface PageListener {
  /** Python has started. */
  ready(): void;
  /** The state to save. */
  keep(state: string): void;
  /** Python has answered everything. */
  idle?(): void;
  /** The content cannot be opened, or will answer nothing any more. */
  failed(text: string): void;
  /** Python was started again, and the content is to be opened again. */
  restarted?(): void;
}

/** The model of a shared page. Python runs in a worker. */
export class PageModel implements Model {
  readonly #callbacks = new Map<string, Set<Callback>>();
  #turnTimer: ReturnType<typeof setTimeout> | undefined;
  /** Python is still starting. */
  starting = true;
  /** The user has done something since this was last set to false. */
  isUsed = false;
  makePage?: NonNullable<Model["makePage"]>;
  /** Intents that were sent before Python started. Later ones queue behind them. */
  readonly #queue: object[] = [];
  /** The intents without an answer and a state. */
  #unanswered: object[] = [];

  readonly #channel: AskedContent;
  readonly #makeSearch: () => SearchLike;
  /** Each search has a worker of its own, and the number of its last request. */
  readonly #searches = new Map<string, { search: SearchLike; number: number }>();
  readonly #traits: PageTraits;

  private constructor(channel: AskedContent, makeSearch: () => SearchLike, traits: PageTraits) {
    this.#channel = channel;
    this.#makeSearch = makeSearch;
    this.#traits = traits;
  }

  /** Resolves when there is something to show: at once with a first answer, else when Python sends it. */
  static start(
    { channel, first, search }: { channel: AskedContent; first: string | Answer; search: () => SearchLike },
    listener: PageListener,
  ): Promise<PageModel> {
    return new Promise((resolve, reject) => {
      let model: PageModel | null = null;
      const show = (said: string | Answer) => {
        const traits = () => (typeof said === "string" ? JSON.parse(said) : said);
        if (!model) {
          model = new PageModel(channel, search, { ...traits() } as PageTraits);
          resolve(model);
        } else if (said) model.#show(traits());
        return model;
      };
      if (first) show(first);
      const receive = (message: FromContent) => {
        const { type, text } = message;
        if (type === "first") {
          show(text).#start();
          listener.ready();
        } else if (type === "failed") {
          if (model) listener.failed(text);
          else reject(new Error(text));
        } else if (type === "answer") {
          if (model) model.#receive(JSON.parse(text) as Answer);
        } else if (type === "news") {
          if (model) model.#show(JSON.parse(text) as Answer);
          if (message.state) listener.keep(message.state);
        } else if (type === "keep") {
          if (model) model.#unanswered.shift();
          if (text) listener.keep(text);
          if (!model?.isBusy) listener.idle?.();
        }
      };
      channel.listen(receive, () => {
        model?.suspend();
        listener.restarted?.();
      });
    });
  }

  get<K extends keyof PageTraits>(key: K): PageTraits[K] {
    return this.#traits[key];
  }

  on(event: string, callback: Callback): void {
    const callbacks = this.#callbacks.get(event) ?? new Set();
    this.#callbacks.set(event, callbacks.add(callback));
  }

  off(event: string, callback: Callback): void {
    this.#callbacks.get(event)?.delete(callback);
  }

  /** Python has not answered everything yet. */
  get isBusy(): boolean {
    return this.#unanswered.length > 0 || this.#queue.length > 0;
  }

  /** Adds the time in seconds, since Python has no clock here. */
  send(content: object): void {
    const { id, kind } = content as { id?: unknown; kind: string };
    this.isUsed ||= id !== PAGE_ID && !QUESTIONS.includes(kind);
    const intent = { ...content, clock: performance.now() / 1000 };
    if (this.starting || this.#queue.length) this.#queue.push(intent);
    else this.#ask(intent);
  }

  #ask(intent: object): void {
    this.#unanswered.push(intent);
    const { text } = intent as { text?: unknown };
    // MicroPython's time to read a JSON string grows with the square of its length
    const pieces = typeof text === "string" && text.length > 999 && { text: text.match(/.{1,999}/gsu) };
    this.#channel.ask(JSON.stringify({ ...intent, ...pieces }));
  }

  #start(): void {
    this.starting = false;
    this.#askNext();
    this.#awaitTurn();
  }

  /** Sends the next intent of the queue. Each gets the rev that the one before has produced. */
  #askNext(): void {
    const intent = this.#queue[0];
    if (intent) this.#ask({ ...intent, rev: this.#traits.snapshot.rev });
  }

  /** The content is about to be opened again. What had no answer yet is asked again then. */
  suspend(): void {
    this.starting = true;
    clearTimeout(this.#turnTimer);
    for (const { search } of this.#searches.values()) search.stop();
    this.#searches.clear();
    const unanswered = this.#unanswered.splice(0);
    // the first of a queue is the one that was asked
    if (!this.#queue.length) this.#queue.push(...unanswered);
    const isUser = (intent: object) => (intent as { id?: unknown }).id !== PAGE_ID;
    this.#queue.splice(0, this.#queue.length, ...this.#queue.filter(isUser));
  }

  #receive(answer: Answer): void {
    this.#show(answer);
    if (this.#queue.shift()) this.#askNext();
  }

  /** Emits the changed traits before the reply, as in a notebook. */
  #show({ reply, ...traits }: Answer): void {
    Object.assign(this.#traits, traits);
    for (const name of ["discs", "wording", "snapshot", "analyst", "review"] as const)
      if (traits[name]) this.#emit(`change:${name}`, undefined);
    // nobody waits for the replies to the page's own intents, but a refusal shows
    if (reply && !(reply.ok && (reply.id as unknown) === PAGE_ID)) this.#emit("msg:custom", reply);
    if (traits.searches) this.#continueSearches(traits.searches);
    if (traits.snapshot && !this.starting) this.#awaitTurn();
  }

  /** Asks for the computer's turn, since Python has no threads here. */
  #awaitTurn(): void {
    clearTimeout(this.#turnTimer);
    const { computer, rev } = this.#traits.snapshot;
    if (computer?.state !== "thinking") return;
    const think = { kind: "think", id: PAGE_ID, rev };
    this.#turnTimer = setTimeout(() => this.send(think), PACE_MS);
    // the search begins during the pause
    this.send({ ...think, early: true });
  }

  /** Makes each search answer Python's request once, and stops those that are not needed any more. */
  #continueSearches(requested: NonNullable<Answer["searches"]>): void {
    for (const [purpose, { search }] of this.#searches) if (!requested[purpose]) search.stop();
    for (const [purpose, { number, request }] of Object.entries(requested)) {
      const running = this.#searches.get(purpose) ?? { search: this.#makeSearch(), number: 0 };
      this.#searches.set(purpose, running);
      if (number === running.number) continue;
      running.number = number;
      const send = (content: object) =>
        this.send({ kind: "searched", id: PAGE_ID, rev: this.#traits.snapshot.rev, number, ...content });
      running.search.ask(request, {
        answered: (answer) => send({ answer }),
        failed: (failed, unable) => send({ failed, unable }),
      });
    }
  }

  #emit(event: string, message: unknown): void {
    for (const callback of [...(this.#callbacks.get(event) ?? [])]) callback(message);
  }
}
