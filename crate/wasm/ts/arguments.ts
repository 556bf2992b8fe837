// What callers hand in, checked before the module sees it. Each property is read once, as a getter may answer otherwise the
// second time. Arrays are known by their inner slots, not by `instanceof`: one from another realm (an iframe, a test
// runner) is as good, and nothing can pretend to be one.

import { PixelproofError, reasonOf } from "./error.js";
import { nameOf, toJson } from "./json.js";
import type { DType, Image, ImageSpec, TensorData, TensorSpec } from "./types.js";

const arrays = {
  u8: ["Uint8Array", "Uint8ClampedArray"],
  i8: ["Int8Array"],
  u16: ["Uint16Array"],
  f16: ["Uint16Array"],
  f32: ["Float32Array"],
} as const;

const { values, length: lengthGetter } = Object.getOwnPropertyDescriptors(
  Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array,
);

function invalid(message: string, expected: string, got: string, cause?: unknown): PixelproofError {
  return new PixelproofError("InvalidInput", message, { expected, got }, cause === undefined ? undefined : { cause });
}

/** Reads properties of what a caller gave. Whatever a getter or a proxy throws is the caller's mistake. */
function reading<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PixelproofError) throw error;
    throw invalid(`${what} cannot be read: ${reasonOf(error)}`, "plain data", "what throws when it is read", error);
  }
}

/** Refuses an array that the module would misread, or that has lost its numbers. Its length is checked there. */
export function checkArray(what: string, dtype: DType | undefined, array: unknown): void {
  const wanted: readonly string[] | undefined = arrays[dtype as DType];
  // An unknown type is for the module to refuse, with all the ones that there are.
  if (!wanted) return;
  const got = nameOf(array);
  if (!wanted.includes(got)) {
    throw invalid(`${what}: ${dtype} numbers come in a ${wanted[0]}, not in ${got}`, wanted.join(" or "), got);
  }
  try {
    (values.value as () => unknown).call(array);
  } catch (error) {
    const message = `${what}: the array's buffer was transferred or made shorter; keep it until the call is done`;
    throw invalid(message, "an array that still has its numbers", "a detached array", error);
  }
}

/** An image's spec as JSON, and its pixels. */
export function imageOf(image: Image): { spec: string; pixels: Image["pixels"] } {
  const form = "an image is { spec: { size, format, range }, pixels }";
  const { spec, pixels } = reading("the image", () => ({ spec: toJson(image?.spec), pixels: image?.pixels }));
  const format: unknown = (JSON.parse(spec) as ImageSpec | null)?.format;
  if (typeof format !== "string") throw invalid(form, "an image", nameOf(image));
  const dtype = format.endsWith("F32") ? "f32" : format.endsWith("16") ? "u16" : "u8";
  checkArray("pixels", dtype, pixels);
  return { spec, pixels };
}

/** A tensor's spec and shape as JSON, and its numbers. */
export function tensorOf(tensor: unknown): { spec: string; shape: string; data: TensorData; size: TensorSpec["size"] } {
  const form = "a tensor is { spec: { size, order, range, layout, dtype }, shape, data }";
  const { spec, shape, data } = reading("the tensor", () => {
    const given = tensor as { spec?: unknown; shape?: unknown; data?: unknown } | null | undefined;
    return { spec: toJson(given?.spec), shape: toJson(given?.shape), data: given?.data };
  });
  const parsed = JSON.parse(spec) as TensorSpec | null;
  if (typeof parsed?.dtype !== "string") throw invalid(form, "a tensor", nameOf(tensor));
  checkArray("data", parsed.dtype, data);
  return { spec, shape, data: data as TensorData, size: parsed.size };
}

/** A pipeline as JSON. */
export function pipelineOf(pipeline: unknown): string {
  if (typeof pipeline !== "string") return toJson(pipeline, "InvalidPipeline");
  const message =
    "a pipeline is { steps: [...] }, not a text; a preset's is presets().find(({ name }) => name === ...).pipeline, and a " +
    "file's is JSON.parse(text)";
  throw new PixelproofError("InvalidPipeline", message, { expected: "an object", got: "a text" });
}

/** The id of a mistake. */
export function idOf(id: unknown): string {
  if (typeof id === "string") return id;
  throw invalid("a mistake goes by its id, such as `bgr-as-rgb`; mistakes() lists them", "a text", nameOf(id));
}

/** The options that were given, of those that there are. */
export function optionsOf<T extends object>(options: T | undefined, known: readonly (keyof T & string)[]): Partial<T> {
  if (options === undefined) return {};
  const got = nameOf(options);
  if (typeof options !== "object" || options === null || got !== "Object") {
    throw invalid(`options are an object with ${known.join(" or ")}; leave it out for none`, "an object", got);
  }
  const given = reading("the options", () => ({ ...options }));
  const unknown = Object.keys(given).find((key) => !(known as readonly string[]).includes(key));
  if (unknown === undefined) return given;
  throw invalid(`there is no option \`${unknown}\``, known.join(" or "), unknown);
}

/** Refuses a caller's array that the numbers of a tensor do not fit exactly. */
export function checkInto(into: TensorData | undefined, dtype: DType, length: number): void {
  if (into === undefined) return;
  checkArray("into", dtype, into);
  const got = (lengthGetter.get as () => number).call(into);
  if (got === length) return;
  throw invalid("into: the array must be as long as the tensor, until the run settles", String(length), String(got));
}

/** Refuses what is no file. */
export function checkBlob(source: unknown): void {
  const got = nameOf(source);
  if (got === "Blob" || got === "File") return;
  throw invalid(`a picture file comes as a Blob or a File, not as ${got}`, "Blob or File", got);
}

/** Reads from a file. */
export async function readingFile<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const message = `the file cannot be read: ${reasonOf(error)}; was it moved or changed since it was chosen?`;
    throw invalid(message, "a file that can be read", "one that cannot", error);
  }
}
