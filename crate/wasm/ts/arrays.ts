// Arrays are checked by name, not by `instanceof`: one from another realm (an iframe, a test runner) is as good.

import { PixelproofError } from "./error.js";
import type { DType, Image, Tensor, TensorData } from "./types.js";

const arrays = {
  u8: ["Uint8Array", "Uint8ClampedArray"],
  i8: ["Int8Array"],
  f16: ["Uint16Array"],
  f32: ["Float32Array"],
} as const;

/** Refuses an array that the module would misread. Its length is checked there. */
export function checkArray(what: string, dtype: DType | undefined, array: unknown): void {
  const wanted: readonly string[] | undefined = arrays[dtype as DType];
  // An unknown type is for the module to refuse, with all the ones that there are.
  if (!wanted) return;
  const got = nameOf(array);
  if (wanted.includes(got)) return;
  throw new PixelproofError("InvalidInput", `${what}: ${dtype} numbers come in a ${wanted[0]}, not in ${got}`, {
    expected: wanted.join(" or "),
    got,
  });
}

export function checkImage(image: Image): void {
  const format: unknown = image?.spec?.format;
  if (typeof format !== "string") {
    throw new PixelproofError("InvalidInput", "an image is { spec: { size, format, range }, pixels }");
  }
  checkArray("pixels", format.endsWith("F32") ? "f32" : "u8", image.pixels);
}

export function checkTensor(tensor: Tensor): void {
  if (typeof tensor?.spec?.dtype !== "string") {
    throw new PixelproofError("InvalidInput", "a tensor is { spec: { size, order, range, layout, dtype }, shape, data }");
  }
  checkArray("data", tensor.spec.dtype, tensor.data);
}

/** Refuses a caller's array that the numbers of a tensor do not fit exactly. */
export function checkInto(into: TensorData | undefined, dtype: DType, length: number): void {
  if (into === undefined) return;
  checkArray("into", dtype, into);
  if (into.length === length) return;
  throw new PixelproofError("InvalidInput", "into: the array must be as long as the tensor", {
    expected: String(length),
    got: String(into.length),
  });
}

/** Refuses what is no file. */
export function checkBlob(source: unknown): void {
  const got = nameOf(source);
  if (got === "Blob" || got === "File") return;
  throw new PixelproofError("InvalidInput", `a picture file comes as a Blob or a File, not as ${got}`, {
    expected: "Blob or File",
    got,
  });
}

function nameOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
