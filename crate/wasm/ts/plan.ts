import { checkImage, checkInto } from "./arrays.js";
import { PixelproofError, guard } from "./error.js";
import type { Engine } from "./engine.js";
import { toJson } from "./json.js";
import type { Image, ImageSpec, RunOptions, RunResult, Tensor, TensorData, TensorSpec } from "./types.js";
import type { Plan as WasmPlan } from "./wasm/browser/pixelproof.js";
import { whyNoWebGpu } from "./webgpu.js";

interface Description {
  input: ImageSpec;
  output: TensorSpec & { shape: number[] };
  passes: string[];
}

/** A pipeline made ready for images of one spec. Run it as often as you like; `free` it when done. */
export class Plan {
  /** The images that it is for. */
  readonly input: ImageSpec;
  /** What it delivers. */
  readonly output: TensorSpec & { shape: number[] };
  /** The passes in their order, named like the shaders. */
  readonly passes: string[];

  readonly #engine: Engine;
  #wasm: WasmPlan | undefined;

  private constructor(engine: Engine, wasm: WasmPlan) {
    this.#engine = engine;
    this.#wasm = wasm;
    ({ input: this.input, output: this.output, passes: this.passes } = JSON.parse(wasm.describe()) as Description);
  }

  /** @internal */
  static of(engine: Engine, wasm: WasmPlan): Plan {
    return new Plan(engine, wasm);
  }

  /**
   * Runs on the backend asked for. Runs may overlap: they queue up for the GPU. The pixels are copied before `run`
   * returns, so their array can be reused at once.
   */
  async run(image: Image, options: RunOptions = {}): Promise<RunResult> {
    const { backend = "auto", into } = options;
    if (backend === "cpu") return this.runSync(image, options);
    if (backend !== "auto" && backend !== "gpu") {
      throw new PixelproofError("InvalidInput", `there is no backend \`${String(backend)}\``, {
        expected: "auto, cpu or gpu",
        got: String(backend),
      });
    }
    const fallbackReason = whyNoWebGpu();
    if (fallbackReason) return { ...this.runSync(image, options), fallbackReason };

    const start = performance.now();
    const job = guard(() => this.#checked(image, into).job(toJson(image.spec), image.pixels));
    const copied = performance.now() - start;
    return this.#engine.run(job, backend === "gpu", into, (answer, milliseconds) => ({
      tensor: this.#tensor(answer.data),
      backend: answer.backend,
      ...(answer.adapter !== undefined && { adapter: answer.adapter }),
      ...(answer.fallbackReason !== undefined && { fallbackReason: answer.fallbackReason }),
      milliseconds: milliseconds + copied,
    }));
  }

  /** Runs on the CPU, here and now. */
  runSync(image: Image, options: Pick<RunOptions, "into"> = {}): RunResult {
    const start = performance.now();
    const data = guard((): TensorData => {
      const plan = this.#checked(image, options.into);
      return plan.runSync(toJson(image.spec), image.pixels, options.into);
    });
    return { tensor: this.#tensor(data), backend: "cpu", milliseconds: performance.now() - start };
  }

  /** Gives the memory back. A run that was started before still finishes. */
  free(): void {
    this.#wasm?.free();
    this.#wasm = undefined;
  }

  /** @internal */
  get wasm(): WasmPlan {
    if (this.#wasm) return this.#wasm;
    throw new PixelproofError("InvalidInput", "this plan was freed; compile it again");
  }

  #checked(image: Image, into: TensorData | undefined): WasmPlan {
    const plan = this.wasm;
    checkImage(image);
    checkInto(into, this.output.dtype, this.output.shape.reduce((product, axis) => product * axis, 1));
    return plan;
  }

  #tensor(data: TensorData): Tensor {
    const { shape, ...spec } = structuredClone(this.output);
    return { spec, shape, data };
  }
}
