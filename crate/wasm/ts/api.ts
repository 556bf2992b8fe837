import { idOf, pipelineOf, tensorOf } from "./arguments.js";
import { Engine } from "./engine.js";
import { guard } from "./error.js";
import { toJson } from "./json.js";
import { type Plan, planOf, wasmOf } from "./plan.js";
import { schema } from "./schema/schema.js";
import type {
  ChannelStats,
  Comparison,
  Decode,
  Decoded,
  Difference,
  ImageSpec,
  Mistake,
  Picture,
  Pipeline,
  Preset,
  Tensor,
} from "./types.js";

/** @internal The module's own exports; both builds have these. */
export type Module = Omit<typeof import("./wasm/browser/pixelproof.js"), "default" | "initSync">;

/** The library, once its module is loaded. */
export interface Pixelproof {
  /** Named pipelines of well-known models. */
  presets(): Preset[];
  /** The classic mistakes, in the order in which they are shown. */
  mistakes(): Mistake[];
  /** Makes a mistake in a pipeline. */
  applyMistake(pipeline: Pipeline, id: string): Comparison;
  /** Each step of a pipeline in plain words. */
  inWords(pipeline: Pipeline): string[];
  /** The JSON Schema of a pipeline file. */
  schema(): object;
  /** Checks a pipeline, or a preset by its name, against an image's spec, and computes all coefficients. */
  compile(pipeline: Pipeline | string, spec: ImageSpec): Plan;
  /** Mean, smallest and largest value of every channel, in the tensor's own channel order. */
  channelStats(tensor: Tensor): ChannelStats[];
  /**
   * Compares two tensors of one shape, layout and channel order, number by number. Their ranges and types may differ, as
   * what a model is fed by mistake may be of another.
   */
  difference(a: Tensor, b: Tensor): Difference;
  /** Undoes the numbers with the model's own constants, whatever made the tensor: the picture that the model sees. */
  asTheModelSeesIt(tensor: Tensor, model: Plan): Picture;
  /**
   * Decodes PNG, JPEG, WebP, BMP, GIF or TIFF in Node, as a pipeline's `decode` says. A browser has `decodeImage` for that.
   */
  decode(bytes: Uint8Array, decode?: Decode): Decoded;
}

/** @internal */
export function createPixelproof(module: Module, decode: (bytes: Uint8Array, decode?: Decode) => Decoded): Pixelproof {
  const engine = new Engine(new module.Runner(), module.onPanic);
  return {
    presets: () => JSON.parse(module.presets()) as Preset[],
    mistakes: () => JSON.parse(module.mistakes()) as Mistake[],
    applyMistake: (pipeline, id) =>
      guard(() => JSON.parse(module.applyMistake(pipelineOf(pipeline), idOf(id))) as Comparison),
    inWords: (pipeline) => guard(() => JSON.parse(module.inWords(pipelineOf(pipeline))) as string[]),
    schema: () => structuredClone(schema),
    compile: (pipeline, spec) =>
      guard(() => {
        const compiled =
          typeof pipeline === "string"
            ? module.compilePreset(pipeline, toJson(spec))
            : module.compile(pipelineOf(pipeline), toJson(spec));
        return planOf(engine, compiled);
      }),
    channelStats: (tensor) =>
      guard(() => {
        const { spec, shape, data } = tensorOf(tensor);
        const flat = module.channelStats(spec, shape, data);
        return Array.from({ length: flat.length / 3 }, (_, channel) => {
          const [mean, min, max] = flat.subarray(channel * 3) as unknown as [number, number, number];
          return { mean, min, max };
        });
      }),
    difference: (a, b) =>
      guard(() => {
        const [left, right] = [tensorOf(a), tensorOf(b)];
        const flat = module.difference(left.spec, left.shape, left.data, right.spec, right.shape, right.data);
        const [max, mean, count, total, first] = flat as unknown as [number, number, number, number, number];
        return { max, mean, count, total, ...(first >= 0 && { first }) };
      }),
    asTheModelSeesIt: (tensor, model) =>
      guard(() => {
        const wasm = wasmOf(model);
        const { spec, shape, data: numbers, size } = tensorOf(tensor);
        const data = wasm.view(spec, shape, numbers) as Uint8ClampedArray<ArrayBuffer>;
        return { width: size.width, height: size.height, data };
      }),
    decode,
  };
}
