// Writes tests/golden_cases.json: for each case of tests/golden/manifest.json that today's steps can express, the
// pipeline file that must give the library's numbers bit for bit.
//
//   node tests/make_golden_cases.mjs [--ids] [--check]
//
// One rule a kind of case. What no rule covers is printed with the reason, with --ids each by its id; nothing is left
// out silently. With --check nothing is written, and a table that is not what the rules give is an error.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const golden = new URL("golden/", import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(new URL(path, golden), "utf8"));
const manifest = readJson("manifest.json");

// --- steps --------------------------------------------------------------------------------------------------------

const toOrder = (to) => ({ op: "convert_order", to });
const assume = (what) => ({ op: "assume", ...what });
const composite = (over) => ({ op: "composite", ...(over && { over }) });
const cast = (to) => ({ op: "cast", to });
const layout = (to) => ({ op: "layout", to });
const hue = (alpha) => ({ op: "hue_shift", alpha });
// brightness, contrast, saturation, or hue
const jitter = (what, factor, matches) =>
  what === "hue" ? { op: "hue_shift", alpha: +factor, matches } : { op: what, factor: +factor, matches };
const hsvJitter = ([hue, saturation, value], matches) => ({ op: "hsv_jitter", hue, saturation, value, matches });
const toColour = (to, matches) => ({ op: "to_colour", to, matches });
const fromColour = (from, to, matches) => ({ op: "from_colour", from, to, matches });
const resize = (filter, fit) => ({ op: "resize", matches: "pillow", filter, fit });
const opencv = (filter, fit) => ({ op: "resize", matches: "opencv", filter, fit });
const inside = (width, height, rounding) => opencv("bilinear", { inside: { width, height, rounding } });
const stretch = (filter, width, height) => resize(filter, { stretch: { width, height } });
const shortestEdge = (filter, edge) => resize(filter, { shortest_edge: edge });
// torch's resize; what is antialiased says so, since torchvision and interpolate have different defaults.
const torch = (filter, fit, antialias) => ({
  op: "resize", matches: "torch", filter, fit, ...(antialias !== undefined && { antialias }),
});
const crop = (width, height = width) => ({ op: "center_crop", size: { width, height } });
const cropAs = (matches, width, height = width) => ({ op: "center_crop", size: { width, height }, matches });
const pad = (to, value = [0], place = "top-left") => ({ op: "pad", to, place, value });
const flip = (axis) => ({ op: "flip", axis });
const rescale = (from, to, more = {}) => ({ op: "rescale", from, to, ...more });
const normalise = (mean, std, order, range, more = {}) => ({ op: "normalise", mean, std, order, range, ...more });

const toTensor = rescale("0-255", "0-1");
const toDtype = rescale("0-255", "0-1", { by: "multiplication" });
const signed = rescale("0-255", "-1-1");
const hfRescale = rescale("0-255", "0-1", { by: "multiplication", precision: "f64" });
const unit = (mean, std) => normalise(mean, std, "RGB", "0-1");

const IMAGENET = [[0.485, 0.456, 0.406], [0.229, 0.224, 0.225]];
const CLIP = [[0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711]];
const CAFFE = normalise([103.939, 116.779, 123.68], [1], "BGR", "0-255");

// --- sizes, as the libraries choose them --------------------------------------------------------------------------

const inputSize = (name) => {
  const [height, width] = manifest.inputs[name].shape;
  return { width, height };
};

// A centre crop whose offset is floor(d / 2), as the PIL backend of transformers: to one pixel more where d is odd, then
// to the size; torchvision's half-to-even rounding has no tie in the first and takes 0 in the second.
function floorCrop(from, width, height = width) {
  if (from.width < width || from.height < height) throw new Error("the floor crop is for images that are large enough");
  const more = { width: width + ((from.width - width) % 2), height: height + ((from.height - height) % 2) };
  return more.width === width && more.height === height
    ? [crop(width, height)]
    : [crop(more.width, more.height), crop(width, height)];
}

// --- rules --------------------------------------------------------------------------------------------------------
// Each returns {steps, format?, range?, channel?, note?} for a case, or a string that says why it is not covered.

const PIL_FILTERS = {
  NEAREST: "nearest", BOX: "box", BILINEAR: "bilinear", HAMMING: "hamming", BICUBIC: "bicubic", LANCZOS: "lanczos3",
};
const PIL_NUMBERS = { 0: "nearest", 1: "lanczos3", 2: "bilinear", 3: "bicubic", 4: "box", 5: "hamming" };
const CV2_FILTERS = {
  NEAREST: "nearest", NEAREST_EXACT: "nearest-exact", LINEAR: "bilinear", LINEAR_EXACT: "bilinear-exact",
  CUBIC: "bicubic", LANCZOS4: "lanczos4", AREA: "area",
};
// Where Intel IPP, which x86 wheels of OpenCV call, differs from OpenCV's own code: how many of the stored values, and by
// how much at most. docs/NUMERICS.md says so; nothing else in the table has such a field.
const CV2_IPP = {
  resize_cv2_CUBIC_u8_48x30__photo_a: { by: 1, values: 191 },
  resize_cv2_CUBIC_u8_33x17__photo_a: { by: 1, values: 81 },
  resize_cv2_CUBIC_u8_130x40__photo_a: { by: 1, values: 663 },
  resize_cv2_CUBIC_u8_32x24__photo_b: { by: 1, values: 1 },
  resize_cv2_CUBIC_u8_23x31__noise: { by: 1, values: 115 },
  resize_cv2_LINEAR_f32_45x70_1ch__floatnoise: { by: 4e-6, values: 2806 },
  resize_cv2_LINEAR_f32_17x40_3ch__noise: { by: 4e-6, values: 1554 },
  resize_cv2_CUBIC_f32_45x70_1ch__floatnoise: { by: 4e-6, values: 2946 },
  resize_cv2_CUBIC_f32_33x25_3ch__floatnoise: { by: 4e-6, values: 964 },
};
const bgr = toOrder("BGR");

function resizeCase(entry) {
  const { id, params } = entry;
  const plain = /^resize_pil_([A-Z]+)_(\d+)x(\d+)__/.exec(id);
  if (plain) return { steps: [stretch(PIL_FILTERS[plain[1]], params.w, params.h)] };
  const float = /^resize_pil_([A-Z]+)_F_(\d+)x(\d+)__/.exec(id);
  if (float) {
    const steps = [stretch(PIL_FILTERS[float[1]], +float[2], +float[3])];
    return { steps, format: "GrayF32", range: "0-1", channel: 0 };
  }
  const alpha = /^resize_pil_([A-Z]+)_RGBA_20x31__rgba/.exec(id);
  if (alpha) return { steps: [stretch(PIL_FILTERS[alpha[1]], 20, 31)], input: "rgba", format: "Rgba8" };
  const deep = /^resize_pil_([A-Z]+)_I16_(\d+)x(\d+)__/.exec(id);
  if (deep) {
    return { steps: [stretch(PIL_FILTERS[deep[1]], +deep[2], +deep[3])], decode: { matches: "pillow", mode: "unchanged" } };
  }
  if (id.includes("_box_")) {
    const region = { left: 10.5, top: 3.25, right: 80, bottom: 55.5 };
    return { steps: [{ ...stretch("bilinear", 20, 15), region }] };
  }
  if (id.includes("_reducing_gap2_")) return { steps: [{ ...stretch("bicubic", 30, 22), reducing_gap: 2 }] };
  if (id.includes("_thumbnail_50_")) {
    return { steps: [{ ...resize("bicubic", { pillow_thumbnail: { width: 50, height: 50 } }), reducing_gap: 2 }] };
  }
  const cv2 = /^resize_cv2_([A-Z0-9_]+?)_(u8|f32)_(\d+)x(\d+)(_1ch)?/.exec(id);
  if (cv2) {
    const steps = [opencv(CV2_FILTERS[cv2[1]], { stretch: { width: +cv2[3], height: +cv2[4] } })];
    const off = CV2_IPP[id];
    if (cv2[2] === "u8") return { steps, off };
    if (entry.input !== "floatnoise") return { steps: [toTensor, ...steps], off };
    return { steps, off, format: cv2[5] ? "GrayF32" : "RgbF32", range: "0-1", ...(cv2[5] && { channel: 0 }) };
  }
  if (id.startsWith("resize_tv_")) {
    const [mode, ...rest] = /^resize_tv_(.*)__/.exec(id)[1].split("_");
    const antialias = rest.includes("aaTrue") || (rest.includes("aaFalse") ? false : undefined);
    const step = torch(mode, { stretch: { width: params.w, height: params.h } }, antialias);
    if (rest.includes("u8")) return { steps: [step, layout("CHW")] };
    const weighs = !mode.startsWith("nearest");
    return { steps: [toTensor, step, layout("CHW")], ...(weighs && { tolerance: 1e-6 }) };
  }
  const mode = /^resize_torch_interp_(.*)_23x31__/.exec(id)?.[1];
  if (mode === "area" || mode === "bilinear_acFalse") {
    const [filter, antialias] = mode === "area" ? ["area"] : ["bilinear", false];
    const step = torch(filter, { stretch: { width: 23, height: 31 } }, antialias);
    return { steps: [toTensor, step, layout("CHW")], tolerance: 1e-6 };
  }
  if (id.includes("_acTrue_")) {
    const step = { ...torch("bilinear", { stretch: { width: 23, height: 31 } }, false), align_corners: true };
    return { steps: [toTensor, step, layout("CHW")], tolerance: 1e-6 };
  }
  const factor = /_interp_scale([\d.]+)_bilinear__/.exec(id)?.[1];
  if (factor) {
    return { steps: [toTensor, torch("bilinear", { scale: +factor }, false), layout("CHW")], tolerance: 1e-6 };
  }
  // keras' smart_resize: the largest centre of the target's ratio, then torch's resize on floats of 0-255.
  const filter = /smart_([a-z]+)_/.exec(id)[1];
  const step = torch(filter, { stretch: { width: 24, height: 24 } }, false);
  return { steps: [...floorCrop(inputSize("photo_a"), 61), cast("f32"), step], tolerance: 255e-6 };
}

// Readers: the input is a picture file, which the pipeline itself says how to decode.
function decodeCase({ id }) {
  const [, library, call] = /^decode_(pil|cv2|tvio)_(.*)__/.exec(id);
  const pil = (more) => ({ matches: "pillow", ...more });
  const cv2 = (more) => ({ matches: "opencv", ...more });
  const tv = (more) => ({ matches: "torchvision", ...more });
  const policies = {
    pil_raw: pil({ mode: "unchanged" }),
    pil_rgb: pil({ mode: "colour" }),
    pil_rgba: pil({ mode: "colour", alpha: "keep" }),
    pil_L: pil({ mode: "gray" }),
    pil_exif_rgb: pil({ mode: "colour", orientation: "apply" }),
    cv2_color: cv2({ mode: "colour" }),
    cv2_gray: cv2({ mode: "gray" }),
    cv2_unchanged: cv2({ mode: "unchanged" }),
    cv2_anydepth: cv2({ mode: "any-depth" }),
    cv2_ignore_orient: cv2({ mode: "colour", orientation: "ignore" }),
    tvio_unchanged: tv({ mode: "unchanged" }),
    tvio_rgb: tv({ mode: "colour" }),
  };
  const decode = policies[`${library}_${call}`];
  return decode && { decode, steps: library === "tvio" ? [layout("CHW")] : [] };
}

function jitterCase({ id, params }) {
  const meg = /^jitter_meg_hue_(-?[\d.]+)_(bgr|float255|float01mistake)__/.exec(id);
  if (meg) {
    const before = {
      bgr: [],
      float255: [cast("f32")],
      float01mistake: [toTensor, assume({ range: "0-255" })],
    }[meg[2]];
    return { steps: [bgr, ...before, hue(Number(meg[1]))] };
  }
  const mixed = /^jitter_meg_(brightness|contrast|saturation)_([\d.]+)_(bgr|rgbmistake|float255|float01mistake)__/.exec(id);
  if (mixed) {
    const before = {
      bgr: [bgr],
      rgbmistake: [assume({ order: "BGR" })],
      float255: [bgr, cast("f32")],
      float01mistake: [bgr, toTensor, assume({ range: "0-255" })],
    }[mixed[3]];
    return { steps: [...before, jitter(mixed[1], mixed[2], "megengine")] };
  }
  const tv = /^jitter_tv_adjust_(brightness|contrast|saturation|hue)_(-?[\d.]+)_(pil|u8|f32)__/.exec(id);
  if (tv) {
    const pil = tv[3] === "pil";
    const before = tv[3] === "f32" ? [toDtype] : [];
    return { steps: [...before, jitter(tv[1], tv[2], pil ? "torchvision-pil" : "torchvision"), ...(pil ? [] : [layout("CHW")])] };
  }
  const alb = /^jitter_alb_cj_(brightness|contrast|saturation|hue)(-?[\d.]+)__/.exec(id);
  if (alb) return { steps: [jitter(alb[1], alb[2], "albumentations")] };
  const albHsv = /^jitter_alb_hsv_(-?\d+)_(-?\d+)_(-?\d+)__/.exec(id);
  if (albHsv) return { steps: [hsvJitter(albHsv.slice(1).map(Number), "albumentations")] };
  const yolo = /^jitter_(yolov5|ultralytics|yolox)_hsv_/.exec(id);
  if (yolo) return { steps: [bgr, hsvJitter(params.r ?? params.augs, yolo[1])] };
  if (id.startsWith("jitter_alb_hsv_f32__")) return { steps: [toTensor, hsvJitter([20, 30, -20], "albumentations")] };
  if (id.startsWith("jitter_alb_hue_f32__")) return { steps: [toTensor, jitter("hue", 0.1, "albumentations")] };
  return undefined;
}

function colorCase({ id }) {
  // A hue shift of int(0.001 * 255) = 0 is the round trip alone.
  if (id.startsWith("color_cv2_roundtrip_BGR2HSV_FULL")) return { steps: [bgr, hue(0.001)] };
  if (id.startsWith("color_cv2_roundtrip_BGR2HSV__")) {
    return { steps: [bgr, toColour("HSV", "opencv"), fromColour("HSV", "BGR", "opencv-simd")] };
  }
  const to = /^color_cv2_(BGR|RGB)2(GRAY|HSV|HSV_FULL|YCrCb)_(u8|f32|f32_0_255)__/.exec(id);
  if (to) {
    const before = { u8: [], f32: [toTensor], f32_0_255: [cast("f32")] }[to[3]];
    const space = { GRAY: "Gray", HSV: "HSV", HSV_FULL: "HSV-full", YCrCb: "YCrCb" }[to[2]];
    return { steps: [...(to[1] === "BGR" ? [bgr] : []), ...before, toColour(space, "opencv")] };
  }
  const from = /^color_cv2_HSV2(BGR|RGB)(_FULL)?_u8(_noipp)?__/.exec(id);
  if (from) {
    // Through IPP, and that only with FULL, it is the rounding form.
    const matches = from[2] && !from[3] ? "opencv" : "opencv-simd";
    return { steps: [assume({ order: "HSV" }), fromColour(from[2] ? "HSV-full" : "HSV", from[1], matches)] };
  }
  if (id.startsWith("color_pil_HSV2RGB__")) return { steps: [assume({ order: "HSV" }), fromColour("HSV", "RGB", "pillow")] };
  if (id.startsWith("color_pil_YCbCr2RGB__")) {
    return { steps: [assume({ order: "YCbCr" }), fromColour("YCbCr", "RGB", "pillow")] };
  }
  if (id.startsWith("color_cv2_HSV2BGR_f32__")) {
    return { steps: [assume({ order: "HSV" }), fromColour("HSV", "BGR", "opencv")], format: "RgbF32", range: "0-1" };
  }
  const pil = /^color_pil_(L|HSV|YCbCr|CMYK)__/.exec(id);
  if (pil) return { steps: [toColour({ L: "Gray" }[pil[1]] ?? pil[1], "pillow")] };
  const gray = /^color_tv_gray_(u8|f32)__/.exec(id);
  if (gray) return { steps: [...(gray[1] === "f32" ? [toDtype] : []), toColour("Gray", "torchvision"), layout("CHW")] };
  return undefined;
}

// numpy in f64 with constants that were f32, as CenterNet.
const centerNet = (mean, std) => [
  rescale("0-255", "0-1", { precision: "f64" }),
  normalise(mean, std, "BGR", "0-1", { arithmetic: "f64-f32-constants" }),
];

function normalizeCase({ id, params }) {
  const kind = /^norm_(.*)__/.exec(id)[1];
  const chw = layout("CHW");
  if (kind === "centernet") {
    return { steps: [bgr, ...centerNet(params.mean, params.std), chw] };
  }
  if (kind === "megengine" || kind.startsWith("detectron2")) {
    return { steps: [bgr, normalise(params.mean, params.std, "BGR", "0-255"), chw] };
  }
  if (kind.startsWith("mmcv")) {
    const order = kind.endsWith("True") ? "RGB" : "BGR";
    const steps = [normalise(params.mean, params.std, order, "0-255", { arithmetic: "mmcv" })];
    return { steps: order === "BGR" ? [bgr, ...steps] : steps };
  }
  if (kind === "tv_ToTensor") return { steps: [toTensor, chw] };
  if (kind === "tv_255") return { steps: [normalise(params.mean, params.std, "RGB", "0-255"), chw] };
  if (kind.startsWith("tv_")) return { steps: [toTensor, unit(params.mean, params.std), chw] };
  if (kind.startsWith("keras_")) return { steps: kerasMode(kind.slice("keras_".length)) };
  if (kind.startsWith("sam_pad")) {
    const frame = { size: { width: params.pad_to, height: params.pad_to } };
    return { steps: [normalise(params.mean, params.std, "RGB", "0-255"), pad(frame), chw] };
  }
  if (kind.startsWith("yolox")) {
    const size = params.size ?? 640;
    const letterbox = [inside(size, size, "truncate"), pad({ size: { width: size, height: size } }, [114])];
    if (!params.legacy) return { steps: [bgr, ...letterbox, cast("f32"), chw] };
    const inPlace = normalise(...IMAGENET, "RGB", "0-1", { arithmetic: "f64-in-place" });
    return { steps: [...letterbox, toTensor, inPlace, chw] };
  }
  if (kind.startsWith("ultralytics")) {
    const { size } = params;
    const letterbox = [inside(size, size, "half-even"), pad({ size: { width: size, height: size } }, [114], "ultralytics")];
    return { steps: kind.includes("_u8_") ? [bgr, ...letterbox] : [...letterbox, toTensor, chw] };
  }
  return "no rule";
}

function kerasMode(mode) {
  if (mode === "caffe") return [bgr, CAFFE];
  if (mode === "tf") return [signed];
  if (mode === "torch") return [toTensor, unit(...IMAGENET)];
  return [cast("f32")];
}

const torchvisionOrTimm = (spatial, mean, std) => [...spatial, toTensor, unit(mean, std), layout("CHW")];

function torchvisionCase({ id, params }) {
  if (id.includes("_internal_")) {
    const [height, width] = params.fixed_size ?? [];
    const rounding = "torchvision-detection";
    const fit = width
      ? { stretch: { width, height } }
      : { shortest_edge_up_to: { edge: params.min_size, limit: params.max_size, rounding } };
    const numbers = [toTensor, unit(params.image_mean, params.image_std)];
    const steps = [...numbers, torch("bilinear", fit, false), pad({ multiple: params.size_divisible ?? 32 }), layout("CHW")];
    // Of the largest value: about 2.6, or 133 for SSD's std of 1 / 255.
    return { steps, tolerance: params.fixed_size ? 133e-6 : 2.6e-6 };
  }
  if (id.startsWith("pipe_tv_small")) {
    const filter = (params.interpolation ?? "").endsWith("BICUBIC") ? "bicubic" : "bilinear";
    const spatial = [shortestEdge(filter, +params.resize_size), crop(+params.crop_size)];
    return { steps: torchvisionOrTimm(spatial, ...IMAGENET) };
  }
  const { attrs } = readJson(params.config);
  if (!attrs.mean) return { steps: [toTensor, layout("CHW")] };
  const filter = attrs.interpolation.split(".")[1].toLowerCase();
  const edge = JSON.parse(attrs.resize_size)[0];
  // weights.transforms() is made of v1 transforms, also on tensors.
  const v1 = { ...torch(filter, { shortest_edge: edge }, true), matches: "torchvision-v1" };
  const spatial = [id.includes("_tensor__") ? v1 : shortestEdge(filter, edge)];
  if (attrs.crop_size) spatial.push(crop(JSON.parse(attrs.crop_size)[0]));
  // One level of 255, over the smallest std: the f32 sum of v1 may lie at a half, where its order decides.
  const tolerance = id.includes("_tensor__") ? 0.0176 : undefined;
  return { steps: torchvisionOrTimm(spatial, JSON.parse(attrs.mean), JSON.parse(attrs.std)), tolerance };
}

function timmCase({ input, params }) {
  const config = readJson(params.config);
  const [mean, std] = config.mean ? [config.mean, config.std] : IMAGENET;
  const [, height, width] = config.input_size;
  const target = { height: Math.floor(height / config.crop_pct), width: Math.floor(width / config.crop_pct) };
  const from = inputSize(input);
  const filter = config.interpolation;
  let spatial;
  let note;
  if (config.crop_mode === "border") {
    const colour = mean.map((value) => Math.round(value * 255));
    const inside = resize(filter, { keep_ratio: { ...target, longest: 1 } });
    return { steps: torchvisionOrTimm([inside, pad({ size: { width, height } }, colour, "center")], mean, std) };
  }
  if (config.crop_mode === "squash") {
    spatial = [stretch(filter, target.width, target.height)];
  } else if (width !== height) {
    // ResizeKeepRatio: the ratio of the shorter need, sizes rounded.
    const ratio = Math.min(from.height / target.height, from.width / target.width);
    spatial = [stretch(filter, Math.round(from.width / ratio), Math.round(from.height / ratio))];
    note = "the size is timm's ResizeKeepRatio for this image";
  } else {
    spatial = [shortestEdge(filter, target.height)];
  }
  return { steps: torchvisionOrTimm([...spatial, crop(width, height)], mean, std), note };
}

function huggingFaceCase({ id, params }) {
  const config = readJson(params.config);
  const kind = config.image_processor_type;
  const gray = id.includes("_gray__");
  const tensor = id.includes("_torchvision");
  // Pillow's numbers; the torchvision backend takes its own filter of that name.
  const filter = tensor && config.resample === 0 ? "nearest-exact" : PIL_NUMBERS[config.resample];
  const scaled = (fit) => (tensor ? torch(filter, fit, filter === "nearest-exact" ? undefined : true) : resize(filter, fit));
  const center = (width, height) => cropAs(tensor ? "hugging-face" : "hugging-face-pil", width, height);
  const [mean, std] = config.image_mean ? [config.image_mean, config.image_std] : CLIP;
  const { size } = config;
  const { shortest_edge: edge, longest_edge: longest } = size;
  const spatial = [];
  if (kind === "ConvNextImageProcessor" && edge >= 384) {
    spatial.push(scaled({ stretch: { width: edge, height: edge } }));
  } else if (kind === "ConvNextImageProcessor") {
    spatial.push(scaled({ shortest_edge: Math.trunc(edge / config.crop_pct) }), center(edge, edge));
  } else if (kind === "SamImageProcessor") {
    spatial.push(scaled({ longest_edge: { edge: longest, rounding: "half-up" } }));
  } else if (longest) {
    spatial.push(scaled({ shortest_edge_up_to: { edge, limit: longest, rounding: "hugging-face" } }));
  } else {
    spatial.push(scaled(edge ? { shortest_edge: edge } : { stretch: { width: size.width, height: size.height } }));
    if (config.crop_size && config.do_center_crop !== false) {
      spatial.push(center(config.crop_size.width, config.crop_size.height));
    }
  }
  const numbers = tensor
    ? [normalise(mean, std, "RGB", "0-1", { arithmetic: "hugging-face" })]
    : [hfRescale, unit(mean, std)];
  const steps = [...spatial, ...numbers];
  if (config.pad_size) steps.push(pad({ size: { width: config.pad_size.width, height: config.pad_size.height } }));
  // include_top divides by std once more.
  if (config.include_top) steps.push(assume({ range: "0-1" }), unit([0], std));
  steps.push(layout("CHW"));
  if (gray) return { steps: [toOrder("RGB"), ...steps], input: "gray8", format: "Gray8" };
  if (id.includes("_rgba__")) return { steps: [composite(), ...steps], input: "rgba", format: "Rgba8" };
  return { steps };
}

function mmdetCase({ id, params }) {
  const { mean, std, scale } = params;
  const order = id.includes("_pytorch") ? "RGB" : "BGR";
  // mmdet 2 hands its constants to mmcv as f32; mmdet 3 computes in torch.
  const f32 = (list) => list.map(Math.fround);
  const numbers = id.startsWith("pipe_mmdet2")
    ? normalise(f32(mean), f32(std), order, "0-255", { arithmetic: "mmcv" })
    : normalise(mean, std, order, "0-255");
  const steps = [inside(scale[0], scale[1], "mmcv"), numbers];
  steps.push(pad({ multiple: 32 }), layout("CHW"));
  return { steps: order === "BGR" ? [bgr, ...steps] : steps };
}

function megengineCase({ params }) {
  const cropped = { ...crop(params.crop), matches: "megengine" };
  const numbers = normalise([103.53, 116.28, 123.675], [57.375, 57.12, 58.395], "BGR", "0-255");
  return { steps: [bgr, opencv("bilinear", { shortest_edge: params.resize }), cropped, numbers, layout("CHW")] };
}

function kerasCase({ id, input, params }) {
  const load = /^pipe_keras_load_img_(\w+)_kar(True|False)__/.exec(id);
  if (load) {
    const filter = { nearest: "nearest", bicubic: "bicubic", lanczos: "lanczos3" }[load[1]];
    if (load[2] === "False") return { steps: [stretch(filter, 36, 40), cast("f32")] };
    const { width, height } = inputSize(input);
    const kept = Math.floor((height * 36) / 40);
    const left = Math.floor((width - kept) / 2);
    const region = { left, top: 0, right: left + kept, bottom: height };
    return { steps: [{ ...stretch(filter, 36, 40), region }, cast("f32")] };
  }
  return { steps: [stretch("nearest", params.size, params.size), ...kerasMode(params.mode)] };
}

function pipelineCase(entry) {
  const family = /^pipe_([a-z0-9]+)_/.exec(entry.id)[1];
  if (family === "tv") return torchvisionCase(entry);
  if (family === "timm") return timmCase(entry);
  if (family === "hf") return huggingFaceCase(entry);
  if (family === "keras") return kerasCase(entry);
  if (family === "detectron2") {
    const [edge, limit] = entry.id.includes("_800__") ? [800, 1333] : [30, 43];
    const fit = { shortest_edge_up_to: { edge, limit, rounding: "detectron2" } };
    const numbers = normalise([103.53, 116.28, 123.675], [1], "BGR", "0-255");
    return { steps: [bgr, resize("bilinear", fit), numbers, pad({ multiple: 32 }), layout("CHW")] };
  }
  if (family === "centernet") {
    const edge = +/_(\d+)__/.exec(entry.id)[1];
    const warp = { op: "warp_affine", matches: "opencv", size: { width: edge, height: edge }, map: "longest_edge" };
    return { steps: [bgr, warp, ...centerNet([0.408, 0.447, 0.47], [0.289, 0.274, 0.278]), layout("CHW")] };
  }
  if (family.startsWith("mmdet")) return mmdetCase(entry);
  if (family === "megengine") return megengineCase(entry);
  return "no rule";
}

function mistakeCase({ params }) {
  const { resize: edge, crop: size, mistake } = params;
  const pil = [shortestEdge("bilinear", edge), crop(size)];
  const right = unit(...IMAGENET);
  const chw = layout("CHW");
  const [mean, std] = IMAGENET;
  const fround = (list) => list.map(Math.fround);
  const numbers = {
    correct: [toTensor, right, chw],
    double_div255: [toTensor, assume({ range: "0-255" }), toTensor, right, chw],
    no_div255: [cast("f32"), assume({ range: "0-1" }), right, chw],
    stats255_on_01: [
      toTensor,
      assume({ range: "0-255" }),
      normalise(mean.map((v) => v * 255), std.map((v) => v * 255), "RGB", "0-255"),
      chw,
    ],
    only_div255: [toTensor, chw],
    raw255: [cast("f32"), chw],
    meanstd_bgr_order: [toTensor, normalise(mean, std, "BGR", "0-1"), chw],
    std_not_applied: [toTensor, unit(mean, [1]), chw],
    mean_not_applied: [toTensor, unit([0], std), chw],
    // Times std is divided by 1/std; in f64 the reciprocal of the reciprocal rounds back to the f32 std.
    std_multiplied: [
      toTensor,
      normalise(mean, fround(std).map((v) => 1 / v), "RGB", "0-1", { arithmetic: "mmcv" }),
      chw,
    ],
    reshape_not_transpose: [assume({ layout: "CHW" }), toTensor, right],
    // The golden call makes a second mistake: it hands the RGB array to a transform that wants BGR.
    hue_after_totensor: [
      toTensor,
      assume({ order: "BGR", range: "0-255" }),
      hue(0.1),
      assume({ order: "RGB", range: "0-1" }),
      right,
      chw,
    ],
    hue_on_rgb: [assume({ order: "BGR" }), hue(0.1), assume({ order: "RGB" }), toTensor, right, chw],
    hwc_layout: [toTensor, right],
    normalised_twice: [toTensor, right, assume({ range: "0-1" }), right, chw],
    minus1_1: [toTensor, unit([0.5], [0.5]), chw],
    clip_stats: [toTensor, unit(...CLIP), chw],
    caffe_style: [bgr, CAFFE, chw],
    u8_sub_wraparound: [
      normalise([124, 116, 104], [1], "RGB", "0-255"),
      assume({ range: "0-255" }),
      cast("u8"),
      toTensor,
      unit([0], std),
      chw,
    ],
    // As above, RGB is handed to a transform that wants BGR.
    hue_after_normalize: [
      toTensor,
      right,
      { op: "clip", min: 0 },
      assume({ order: "BGR", range: "0-255" }),
      hue(0.1),
      assume({ order: "RGB" }),
      chw,
    ],
    truncated_u8_after_norm: [toTensor, right, assume({ range: "0-255" }), cast("u8"), cast("f32"), chw],
  };
  if (numbers[mistake]) return { steps: [...pil, ...numbers[mistake]] };
  const tail = [toTensor, right, chw];
  if (mistake === "bgr_as_rgb") return { steps: [bgr, assume({ order: "RGB" }), ...pil, ...tail] };
  if (mistake === "tensor_no_antialias") {
    const times = rescale("0-255", "0-1", { by: "multiplication" });
    return { steps: [torch("bilinear", { shortest_edge: edge }, false), crop(size), times, right, chw] };
  }
  if (mistake === "exif_ignored") {
    const decode = { matches: "pillow", mode: "colour", orientation: "ignore" };
    return { decode, input: "photo_d_exif6.jpg", steps: [...pil, ...tail] };
  }
  const withAlpha = { input: "photo_d_rgba", format: "Rgba8" };
  if (mistake === "rgba_premultiplied") return { ...withAlpha, steps: [composite([0, 0, 0]), ...pil, ...tail] };
  if (mistake === "rgba_kept") {
    return { ...withAlpha, steps: [...pil, toTensor, normalise([...mean, 0], [...std, 1], "RGBA", "0-1"), chw] };
  }
  if (mistake === "upside_down") return { steps: [...pil, ...tail, flip("vertical")] };
  if (mistake === "flipped_h") return { steps: [...pil, ...tail, flip("horizontal")] };
  if (mistake === "gray_as_rgb") return { steps: [toColour("Gray", "pillow"), ...pil, toOrder("RGB"), ...tail] };
  if (mistake === "squashed") return { steps: [stretch("bilinear", size, size), ...tail] };
  if (mistake === "nearest") return { steps: [shortestEdge("nearest", edge), crop(size), ...tail] };
  if (mistake === "no_crop_resize_shortest_C") return { steps: [shortestEdge("bilinear", size), crop(size), ...tail] };
  if (mistake === "cv2_linear_resize") {
    return { steps: [opencv("bilinear", { shortest_edge: edge }), crop(size), ...tail] };
  }
  if (mistake === "chw_as_hwc") return { steps: [...pil, toTensor, layout("WCH")] };
  if (mistake === "gamma_linear") {
    return { steps: [...pil, toTensor, { op: "srgb_to_linear" }, right, chw] };
  }
  return "no rule";
}

const RULES = {
  decode: decodeCase,
  sizing: () => "a table of sizes, compared by tests/sizing.rs where today's steps have the rule",
  exhaustive: () => "all 2^24 colours, compared by tests/exhaustive.rs and the unit tests of colour/hsv.rs",
  color: colorCase,
  jitter: jitterCase,
  normalize: normalizeCase,
  resize: resizeCase,
  pipeline: pipelineCase,
  mistake: mistakeCase,
};

// --- the table ----------------------------------------------------------------------------------------------------

const cases = [];
const uncovered = new Map();
for (const entry of manifest.cases) {
  const result = RULES[entry.group](entry);
  if (typeof result === "string" || result === undefined) {
    const reason = result ?? "no rule";
    uncovered.set(reason, [...(uncovered.get(reason) ?? []), entry.id]);
    continue;
  }
  const { steps, decode, note, channel, tolerance, off, input = entry.input, format = "Rgb8", range = "0-255" } = result;
  const pipeline = { ...(note && { description: note }), ...(decode && { decode }), steps };
  const { id, group } = entry;
  const less = { ...(channel !== undefined && { channel }), ...(tolerance && { tolerance }), ...(off && { off }) };
  // A file says itself what it is.
  cases.push({ id, group, input, ...(!decode && { format, range }), ...less, pipeline });
}

const path = new URL("golden_cases.json", import.meta.url);
const table = `[\n${cases.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
const made = [
  [path, Buffer.from(table)],
  // The grey PNG as an array, so that the table needs no decoder.
  [new URL("inputs/gray8.npy", golden), readFileSync(new URL("out/decode_pil_raw__gray8_png.npy", golden))],
  [new URL("inputs/photo_d_rgba.npy", golden), translucent()],
  [new URL("inputs/rgba.npy", golden), interleaved("out/decode_tvio_unchanged__rgba_png.npy", 4, 40, 49)],
];
if (process.argv.includes("--check")) {
  const stale = made.filter(([file, content]) => !existsSync(file) || !readFileSync(file).equals(content));
  for (const [file] of stale) console.error(`${fileURLToPath(file)} is not what the rules give; run without --check`);
  process.exit(stale.length > 0 ? 1 : 0);
}
for (const [file, content] of made) writeFileSync(file, content);

// photo_d with the alpha that its goldens had: clip(255 - 1.4 * distance to (row 120, column 160)), truncated.
function translucent() {
  const colours = readFileSync(new URL("inputs/photo_d.npy", golden)).subarray(-240 * 320 * 3);
  const pixels = Buffer.alloc(240 * 320 * 4);
  for (let at = 0; at < 240 * 320; at++) {
    const alpha = 255 - 1.4 * Math.sqrt((Math.floor(at / 320) - 120) ** 2 + ((at % 320) - 160) ** 2);
    colours.copy(pixels, at * 4, at * 3, at * 3 + 3);
    pixels[at * 4 + 3] = Math.max(0, Math.trunc(alpha));
  }
  return npyOf(pixels, 240, 320, 4);
}

// A .npy of bytes, channels first, as one with channels last.
function interleaved(path, channels, height, width) {
  const planes = readFileSync(new URL(path, golden)).subarray(-channels * height * width);
  return npyOf(planes.map((_, at) => planes[(at % channels) * height * width + Math.floor(at / channels)]), height, width, channels);
}

function npyOf(pixels, height, width, channels) {
  const header = `{'descr': '|u1', 'fortran_order': False, 'shape': (${height}, ${width}, ${channels}), }`;
  const text = header.padEnd(117) + "\n";
  return Buffer.concat([Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, 118, 0]), Buffer.from(text), pixels]);
}

const byGroup = (list) => {
  const counts = {};
  for (const { group } of list) counts[group] = (counts[group] ?? 0) + 1;
  return counts;
};
const all = byGroup(manifest.cases);
const covered = byGroup(cases);
console.log(`${cases.length} of ${manifest.cases.length} cases in ${fileURLToPath(path)}`);
for (const group of Object.keys(all)) console.log(`  ${group}: ${covered[group] ?? 0} of ${all[group]}`);
console.log("not covered:");
for (const [reason, ids] of uncovered) {
  console.log(`  ${ids.length} x ${reason}`);
  if (process.argv.includes("--ids")) for (const id of ids) console.log(`      ${id}`);
}
