import { checkInto, imageOf, optionsOf } from "./arguments.js";
import type { Engine } from "./engine.js";
import { PixelproofError, guard } from "./error.js";
import type { Image, ImageSpec, RunOptions, RunResult, Tensor, TensorData, TensorSpec } from "./types.js";
import type { Plan as WasmPlan } from "./wasm/browser/pixelproof.js";
import { whyNoWebGpu } from "./webgpu.js";

interface Description {
  input: ImageSpec;
  output: TensorSpec & { shape: number[] };
  passes: string[];
}

/** @internal Makes a plan of what the module compiled. */
export let planOf: (engine: Engine, wasm: WasmPlan) => Plan;
/** @internal What the module compiled, unless it was freed. */
export let wasmOf: (plan: unknown) => WasmPlan;

/** A pipeline made ready for images of one spec. Run it as often as you like; `free` it when done. */
export class Plan {
  /** The images that it is for. */
  readonly input: ImageSpec;
  /** What it delivers. */
  readonly output: TensorSpec & { shape: number[] };
  /** The passes in their order, named like the shaders. */
  readonly passes: string[];

  readonly #engine: Engine;
  /** As `output`, which a caller may change. */
  readonly #output: TensorSpec & { shape: number[] };
  #wasm: WasmPlan | undefined;

  static #inside = false;

  static {
    planOf = (engine, wasm) => {
      Plan.#inside = true;
      try {
        return new Plan(engine, wasm);
      } finally {
        Plan.#inside = false;
      }
    };
    wasmOf = (plan) => {
      const wasm = Plan.#own(plan).#wasm;
      if (wasm) return wasm;
      throw new PixelproofError("InvalidInput", "this plan was freed; compile it again", {
        expected: "a plan",
        got: "a freed plan",
      });
    };
  }

  private constructor(engine: Engine, wasm: WasmPlan) {
    if (!Plan.#inside) throw notAPlan("new Plan()");
    this.#engine = engine;
    this.#wasm = wasm;
    ({ input: this.input, output: this.output, passes: this.passes } = JSON.parse(wasm.describe()) as Description);
    this.#output = structuredClone(this.output);
  }

  /** The plan, if it is one: a method may be called on anything. */
  static #own(plan: unknown): Plan {
    if (typeof plan === "object" && plan !== null && #engine in plan) return plan;
    throw notAPlan(plan === null ? "null" : typeof plan);
  }

  /**
   * Runs on the backend asked for. Runs may overlap: they queue up for the GPU. The pixels are copied before `run`
   * returns, so their array can be reused at once; an array for the result belongs to the run until that settles.
   */
  async run(image: Image, options?: RunOptions): Promise<RunResult> {
    const plan = Plan.#own(this);
    const { backend = "auto", into } = optionsOf(options, ["backend", "into"]);
    if (backend !== "cpu" && backend !== "auto" && backend !== "gpu") {
      const got = typeof backend === "string" ? backend : typeof backend;
      throw new PixelproofError("InvalidInput", `there is no backend \`${got}\``, { expected: "auto, cpu or gpu", got });
    }
    const result = await plan.#start(image, backend, into);
    plan.#checkInto(into);
    return result;
  }

  /** Runs on the CPU, here and now. */
  runSync(image: Image, options?: Pick<RunOptions, "into">): RunResult {
    const plan = Plan.#own(this);
    return plan.#runSync(image, optionsOf(options, ["into"]).into);
  }

  /** Gives the memory back. A run that was started before still finishes. */
  free(): void {
    const plan = Plan.#own(this);
    plan.#wasm?.free();
    plan.#wasm = undefined;
  }

  async #start(image: Image, backend: "auto" | "cpu" | "gpu", into: TensorData | undefined): Promise<RunResult> {
    if (backend === "cpu") return this.#runSync(image, into);
    const fallbackReason = whyNoWebGpu();
    if (fallbackReason) return { ...this.#runSync(image, into), fallbackReason };

    const start = performance.now();
    const job = guard(() => {
      const wasm = wasmOf(this);
      const { spec, pixels } = imageOf(image);
      this.#checkInto(into);
      return wasm.job(spec, pixels);
    });
    const copied = performance.now() - start;
    return this.#engine.run(job, backend === "gpu", into, (answer, milliseconds) => ({
      tensor: this.#tensor(answer.data),
      backend: answer.backend,
      ...(answer.adapter !== undefined && { adapter: answer.adapter }),
      ...(answer.fallbackReason !== undefined && { fallbackReason: answer.fallbackReason }),
      milliseconds: milliseconds + copied,
    }));
  }

  #runSync(image: Image, into: TensorData | undefined): RunResult {
    const start = performance.now();
    const data = guard((): TensorData => {
      const wasm = wasmOf(this);
      const { spec, pixels } = imageOf(image);
      this.#checkInto(into);
      return wasm.runSync(spec, pixels, into);
    });
    return { tensor: this.#tensor(data), backend: "cpu", milliseconds: performance.now() - start };
  }

  #checkInto(into: TensorData | undefined): void {
    checkInto(into, this.#output.dtype, this.#output.shape.reduce((product, axis) => product * axis, 1));
  }

  #tensor(data: TensorData): Tensor {
    const { shape, ...spec } = structuredClone(this.#output);
    return { spec, shape, data };
  }
}

function notAPlan(got: string): PixelproofError {
  const message = "a plan comes from compile(pipeline, spec), and its methods are called on it: plan.run(image)";
  return new PixelproofError("InvalidInput", message, { expected: "a plan", got });
}
