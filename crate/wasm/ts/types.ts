// The contract in TypeScript: the same words, spelled as in JSON.

export type ChannelOrder = "RGB" | "BGR" | "RGBA" | "BGRA" | "Gray";

/** What the smallest and the largest pixel value mean. */
export type ValueRange = "0-255" | "0-1" | "-1-1" | "normalised";

export type TensorLayout = "NCHW" | "NHWC" | "CHW" | "HWC";

export type DType = "u8" | "f16" | "f32";

/** How a pixel is stored: channel order and number type in one word. */
export type PixelFormat =
  | "Rgb8"
  | "Bgr8"
  | "Rgba8"
  | "Bgra8"
  | "Gray8"
  | "RgbF32"
  | "BgrF32"
  | "RgbaF32"
  | "BgraF32"
  | "GrayF32";

export interface Size {
  width: number;
  height: number;
}

/** What an image is. Bytes are always of the range `0-255`; floats say theirs. */
export interface ImageSpec {
  size: Size;
  format: PixelFormat;
  range: ValueRange;
}

/** `height * width * channels` numbers, row after row without gaps, and what they mean. */
export interface Image {
  spec: ImageSpec;
  pixels: Uint8Array | Uint8ClampedArray | Float32Array;
}

export type Filter =
  | "nearest"
  | "nearest-exact"
  | "box"
  | "bilinear"
  | "bilinear-exact"
  | "hamming"
  | "bicubic"
  | "lanczos3"
  | "lanczos4"
  | "area";

/** Which library a resize equals, bit for bit on bytes. */
export type ResizeMatches = "pillow" | "pillow-12" | "opencv" | "opencv-4" | "torch" | "tf1" | "tf2";

/** How `longest_edge` and `inside` round. */
export type InsideRounding = "half-up" | "truncate" | "half-even" | "ceil" | "mmcv";

/** How the output size of a resize follows from the image's. */
export type Fit =
  | { stretch: Size }
  | { shortest_edge: number }
  | { shortest_edge_up_to: { edge: number; limit: number; rounding: "torchvision" | "detectron2" | "hugging-face" | "torchvision-detection" } }
  | { longest_edge: { edge: number; rounding: InsideRounding } }
  | { inside: { width: number; height: number; rounding: InsideRounding } }
  | { height: { height: number; max_width: number; rounding: InsideRounding } }
  | { keep_ratio: { width: number; height: number; longest: number } }
  | { pixel_area: { min: number; max: number; multiple: number } }
  | { multiple_of: { width: number; height: number; multiple: number; keep_ratio: boolean } }
  | { thumbnail: { width: number; height: number } };

/** Relabels the data without touching one value: how a mistake about order, range or layout is expressed. */
export interface Assume {
  op: "assume";
  order?: ChannelOrder;
  range?: ValueRange;
  layout?: TensorLayout;
}

/** Moves the channels into another order. Alpha is dropped without compositing; grey is repeated. */
export interface ConvertOrder {
  op: "convert_order";
  to: ChannelOrder;
}

export interface Resize {
  op: "resize";
  matches: ResizeMatches;
  filter: Filter;
  fit: Fit;
  /** For `torch` and `tf2`; Pillow always antialiases, OpenCV never. */
  antialias?: boolean;
  /** Pillow's `box`: resample only this part of the image. */
  region?: { left: number; top: number; right: number; bottom: number };
  /** Pillow's `reducing_gap`: shrink by whole numbers first. */
  reducing_gap?: number;
}

/** By default as torchvision's CenterCrop; a smaller image is first padded with 0. */
export interface CenterCrop {
  op: "center_crop";
  size: Size;
  matches?: "torchvision" | "hugging-face" | "hugging-face-pil" | "megengine";
}

/** Cuts out a rectangle, which must lie inside the image. */
export interface Crop {
  op: "crop";
  x: number;
  y: number;
  size: Size;
}

/** Puts the image into a larger frame. `value` is in the units that the data has at this step. */
export interface Pad {
  op: "pad";
  to: { size: Size } | { multiple: number } | "square" | { edges: { left: number; top: number; right: number; bottom: number } };
  place?: "top-left" | "center" | "ultralytics";
  value?: number[];
}

/** Mirrors the image. */
export interface Flip {
  op: "flip";
  axis: "horizontal" | "vertical";
}

/** As MegEngine's HueTransform: `alpha` is a part of the colour circle, -0.5 to 0.5. */
export interface HueShift {
  op: "hue_shift";
  alpha: number;
}

/** Multiplies the values into another range. By default it divides in f32, as torchvision's ToTensor. */
export interface Rescale {
  op: "rescale";
  from: ValueRange;
  to: ValueRange;
  by?: "division" | "multiplication";
  precision?: "f32" | "f64";
}

/** `(x - mean) / std`, with constants that state their channel order and value range. */
export interface Normalise {
  op: "normalise";
  /** Subtracted: one number for all channels, or one a channel. */
  mean: number[];
  /** Divides, never a reciprocal: one number for all channels, or one a channel. */
  std: number[];
  order: ChannelOrder;
  range: ValueRange;
  /** Whose operations it follows; they differ in the last bits. */
  arithmetic?: "f32" | "mmcv" | "f64" | "f64-f32-constants";
}

export interface Cast {
  op: "cast";
  to: DType;
}

export interface Layout {
  op: "layout";
  to: TensorLayout;
}

export type Step =
  | Assume
  | ConvertOrder
  | Resize
  | CenterCrop
  | Crop
  | Pad
  | Flip
  | HueShift
  | Rescale
  | Normalise
  | Cast
  | Layout;

/** An ordered list of steps from an image to a model's input: plain data, as in a JSON file. */
export interface Pipeline {
  $schema?: string;
  name?: string;
  description?: string;
  source?: string;
  steps: Step[];
}

export interface TensorSpec {
  size: Size;
  order: ChannelOrder;
  range: ValueRange;
  layout: TensorLayout;
  dtype: DType;
}

/** Float32Array for f32, Uint8Array for u8, and Uint16Array with the bits of f16. */
export type TensorData = Float32Array | Uint16Array | Uint8Array;

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
  /** `png`, `jpg` ... */
  format: string;
  /** The EXIF orientation that was applied, 1 to 8; 1 is upright. */
  orientation: number;
  /** Whether more than 8 bits a channel were cut down to 8. */
  reduced: boolean;
}
