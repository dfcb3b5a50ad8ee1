import type {
  ContentName,
  ContentRequest,
  ContentStart,
  FromContent,
  FromWorker,
  LoadedPage,
  WorkerLike,
} from "../embedded/page_types";

type Listener = (message: FromContent) => void;

/** The one connection of a page to the Python in its worker. Each content of the page has a channel of its own. */
export class PythonConnection {
  readonly #channels = new Map<ContentName, ContentChannel>();
  #worker: WorkerLike;
  readonly #restart: () => WorkerLike;
  /** Why the worker answers nothing any more, or "". */
  #failure = "";

  constructor({ worker, release, restart }: Pick<LoadedPage, "worker" | "release" | "restart">) {
    this.#worker = worker;
    this.#restart = restart;
    this.#listenTo(worker);
    for (const event of release()) event.type === "error" ? this.#fail(event) : this.#receive(event);
  }

  /** The channel of a content, of which there is one. */
  content(name: ContentName): ContentChannel {
    const known = this.#channels.get(name);
    if (known) return known;
    const channel = new ContentChannel((message) => {
      if (this.#failure) channel.fail(this.#failure);
      else this.#worker.postMessage({ content: name, ...message });
    });
    this.#channels.set(name, channel);
    if (this.#failure) channel.fail(this.#failure);
    return channel;
  }

  /** Ends Python at once, whatever it does, and starts it again. Each content is then opened again by whoever listens to it. */
  restart(): void {
    this.#worker.terminate();
    this.#failure = "";
    this.#worker = this.#restart();
    this.#listenTo(this.#worker);
    for (const channel of this.#channels.values()) channel.restart();
  }

  #listenTo(worker: WorkerLike): void {
    worker.addEventListener("error", (event) => worker === this.#worker && this.#fail(event));
    // a message of a worker that was ended may still arrive
    worker.addEventListener("message", (event) => worker === this.#worker && this.#receive(event));
  }

  #receive({ data: { content, ...message } }: MessageEvent<FromWorker>): void {
    this.content(content).receive(message as FromContent);
  }

  #fail(event: Event): void {
    this.#failure = (event as ErrorEvent).message || "the worker failed";
    for (const channel of this.#channels.values()) channel.fail(this.#failure);
  }
}

/** The messages of one content. */
export class ContentChannel {
  #listener: Listener | undefined;
  #restarted = () => {};
  /** What the content said before somebody listened. */
  readonly #early: FromContent[] = [];
  /** Who waits for what a called method returns, in the order of the calls. */
  readonly #calls: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  readonly #post: (message: ContentStart | ContentRequest) => void;

  constructor(post: (message: ContentStart | ContentRequest) => void) {
    this.#post = post;
  }

  open(start: ContentStart): void {
    this.#post(start);
  }

  /** Sends an intent as JSON. */
  ask(intent: string): void {
    this.#post({ intent });
  }

  /** Calls another method of the content. Resolves with what it returns. */
  call(method: string, ...args: (string | number)[]): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#calls.push({ resolve, reject });
      this.#post({ call: method, args });
    });
  }

  /** Passes all messages but those of calls on to the one listener. `restarted` is called when Python was started again. */
  listen(listener: Listener, restarted = () => {}): void {
    this.#listener = listener;
    this.#restarted = restarted;
    for (const message of this.#early.splice(0)) listener(message);
  }

  /** Resolves with the first message of the content, once it is open. */
  opened(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.listen(({ type, text }) => (type === "failed" ? reject(new Error(text)) : resolve(text)));
    });
  }

  receive(message: FromContent): void {
    if (message.type === "returned") this.#calls.shift()?.resolve(message.text);
    else if (message.type === "raised") this.#calls.shift()?.reject(new Error(message.text));
    else if (this.#listener) this.#listener(message);
    else this.#early.push(message);
  }

  /** The worker answers nothing any more. */
  fail(text: string): void {
    this.#rejectCalls(text);
    this.receive({ type: "failed", text });
  }

  /** Python has started again, and has forgotten the content. */
  restart(): void {
    this.#early.length = 0;
    this.#rejectCalls("stopped");
    this.#restarted();
  }

  #rejectCalls(why: string): void {
    for (const { reject } of this.#calls.splice(0)) reject(new Error(why));
  }
}
