// The contract in TypeScript: the same words, spelled as in JSON.

// The steps, the pipeline and their words, as the build writes them from the Rust types.
export type * from "./schema/pipeline.js";

import type { ChannelOrder, DType, Pipeline, Size, TensorLayout, ValueRange } from "./schema/pipeline.js";

/** How a pixel is stored: channel order and number type in one word. */
export type PixelFormat =
  | "Rgb8"
  | "Bgr8"
  | "Rgba8"
  | "Bgra8"
  | "Gray8"
  | "GrayAlpha8"
  | "Cmyk8"
  | "Rgb16"
  | "Bgr16"
  | "Rgba16"
  | "Bgra16"
  | "Gray16"
  | "RgbF32"
  | "BgrF32"
  | "RgbaF32"
  | "BgraF32"
  | "GrayF32";

/** What an image is. Bytes are always of the range `0-255`, 16 bits of `0-65535`; floats say theirs. */
export interface ImageSpec {
  size: Size;
  format: PixelFormat;
  range: ValueRange;
}

/** `height * width * channels` numbers, row after row without gaps, and what they mean. */
export interface Image {
  spec: ImageSpec;
  pixels: Uint8Array | Uint8ClampedArray | Uint16Array | Float32Array;
}

export interface TensorSpec {
  size: Size;
  order: ChannelOrder;
  range: ValueRange;
  layout: TensorLayout;
  dtype: DType;
}

/** Float32Array for f32, Uint8Array for u8, Int8Array for i8, and Uint16Array with the bits of f16. */
export type TensorData = Float32Array | Uint16Array | Uint8Array | Int8Array;

/** Model input: numbers in the order of the layout, and what they mean. */
export interface Tensor {
  spec: TensorSpec;
  /** The axes, slowest first. */
  shape: number[];
  data: TensorData;
}

export interface RunOptions {
  /**
   * `auto` (the default) takes a real GPU where there is one, `gpu` any one, a software one too. Without a GPU the CPU
   * runs, and `fallbackReason` says why. The numbers are the same everywhere.
   */
  backend?: "auto" | "cpu" | "gpu";
  /** Write the numbers here instead of into a new array: for large tensors the new array is the slowest part. */
  into?: TensorData;
}

export interface RunResult {
  tensor: Tensor;
  /** Who made it. */
  backend: "cpu" | "gpu";
  /** The GPU's name, if one was used. */
  adapter?: string;
  /** Why the CPU ran although a GPU was wanted. */
  fallbackReason?: string;
  /** The time of the run with the copies of pixels and numbers, without the wait for its turn. */
  milliseconds: number;
}

export interface ChannelStats {
  mean: number;
  min: number;
  max: number;
}

/** How far two tensors are apart, number by number. */
export interface Difference {
  max: number;
  mean: number;
  /** How many numbers differ. */
  count: number;
  /** How many numbers there are. */
  total: number;
  /** The flat index of the first number that differs. */
  first?: number;
}

export interface Preset {
  name: string;
  /** Other models that are prepared by the very same steps; their names are known too. */
  also: string[];
  description: string;
  /** The library and version whose numbers it gives. */
  source: string;
  pipeline: Pipeline;
}

export interface Mistake {
  id: string;
  title: string;
  /** How it happens, and what it does to a model. */
  story: string;
}

export interface Comparison {
  /** The pipeline as it was, or with the step that the mistake is about added in its right place. */
  right: Pipeline;
  wrong: Pipeline;
  /** What was added to both sides so that there is something to get wrong. */
  note?: string;
}

/** RGBA, opaque: `new ImageData(data, width, height)` shows it. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

export interface Decoded {
  image: Image;
  /** `PNG`, `JPEG` ... */
  format: string;
  /** The library that decoded it. */
  decoder: string;
  /** The EXIF orientation that was applied, 1 to 8; 1 is upright. */
  orientation: number;
  /** The EXIF orientation that the file has, 1 to 8. */
  exifOrientation: number;
  /** Whether more than 8 bits a channel were cut down to 8. */
  reduced: boolean;
  /** Each thing that was done or left undone, in words. */
  notes: string[];
}
