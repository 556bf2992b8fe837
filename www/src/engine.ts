import type { Answer, Answered, Asked, Catalogue, Compared, Comparison, Question, Source } from "./protocol";

/** An error with the library's code, carried over from the worker. */
export class EngineError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "EngineError";
  }
}

/** The page's end of the worker. */
export class Engine {
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #id = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data: { id, answer } }: MessageEvent<Answered>) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      const message = event.message || "the worker could not be started";
      for (const settle of this.#waiting.values()) settle({ error: { code: "Internal", message } });
      this.#waiting.clear();
    });
  }

  catalogue(): Promise<Catalogue | undefined> {
    return this.#ask<Catalogue>({ ask: "catalogue" });
  }

  /** Decodes a picture, and keeps it for the comparisons to come. */
  async open(source: Source): Promise<void> {
    await this.#ask({ ask: "open", source });
  }

  /** Undefined if a later comparison was asked for meanwhile. */
  compare(wanted: Comparison): Promise<Compared | undefined> {
    return this.#ask<Compared>({ ask: "compare", ...wanted });
  }

  async #ask<T>(question: Question): Promise<T | undefined> {
    const id = ++this.#id;
    const answer = await new Promise<Answer>((settle) => {
      this.#waiting.set(id, settle);
      this.#worker.postMessage({ id, question } satisfies Asked);
    });
    if ("error" in answer) throw new EngineError(answer.error.code, answer.error.message);
    return "ok" in answer ? (answer.ok as T) : undefined;
  }
}
