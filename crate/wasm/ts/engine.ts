import { PixelproofError, asPixelproofError } from "./error.js";
import type { TensorData } from "./types.js";
import type { Job, Runner } from "./wasm/browser/pixelproof.js";

/** What a job answers. */
export interface Answer {
  data: TensorData;
  backend: "cpu" | "gpu";
  adapter?: string;
  fallbackReason?: string;
}

/** The module's runner, which does one job after the other. */
export class Engine {
  readonly #runner: Runner;
  #last: Promise<unknown> = Promise.resolve();
  #stop: ((error: PixelproofError) => void) | undefined;

  constructor(runner: Runner, onPanic: (listener: (message: string) => void) => void) {
    this.#runner = runner;
    onPanic((message) => this.#stop?.(new PixelproofError("Internal", `a bug in pixelproof: ${message}`)));
  }

  /** Waits until it is the job's turn, runs it, and reports its answer with the time it took. */
  run<T>(
    job: Job,
    software: boolean,
    into: TensorData | undefined,
    report: (answer: Answer, milliseconds: number) => T,
  ): Promise<T> {
    const result = this.#last.then(async () => {
      const start = performance.now();
      const answer = await this.#unlessItPanics(() => job.run(this.#runner, software, into) as Promise<Answer>);
      return report(answer, performance.now() - start);
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** A panic inside the module never settles its promise. */
  async #unlessItPanics<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#stop = reject;
        work().then(resolve, reject);
      });
    } catch (error) {
      throw asPixelproofError(error);
    } finally {
      this.#stop = undefined;
    }
  }
}
