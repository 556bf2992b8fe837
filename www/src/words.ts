/** Pipeline steps in plain words. */

import type { Filter, Normalise, Resize, ResizeMatches, Size, Step, TensorLayout } from "pixelproof";

import { constant, range } from "./format";

const FILTERS: Partial<Record<Filter, string>> = {
  nearest: "nearest neighbour",
  box: "box filter",
  hamming: "Hamming filter",
  lanczos3: "Lanczos filter",
};

const LIBRARIES: Partial<Record<ResizeMatches, string>> = { pillow: "Pillow", "pillow-12": "Pillow 12" };

const NUMBERS = { u8: "bytes", f16: "16-bit floats", f32: "32-bit floats" };

const LAYOUTS: Record<TensorLayout, string> = {
  NCHW: "one plane a channel",
  CHW: "one plane a channel",
  NHWC: "one pixel after the other",
  HWC: "one pixel after the other",
};

const size = ({ width, height }: Size): string => `${width} × ${height}`;
const list = (values: number[]): string => values.map(constant).join(", ");

function resize({ fit, filter, matches }: Resize): string {
  const how = `${FILTERS[filter] ?? filter}, as ${LIBRARIES[matches] ?? matches}`;
  if ("stretch" in fit) return `Squash to ${size(fit.stretch)}, ${how}`;
  if ("shortest_edge" in fit) return `Resize the shorter edge to ${fit.shortest_edge}, ${how}`;
  return `Resize (${JSON.stringify(fit)}), ${how}`;
}

function normalise({ mean, std, order, range: stated }: Normalise): string {
  const divided = std.every((value) => value === 1) ? "" : `, divide by the std ${list(std)}`;
  const many = mean.length > 1 || std.length > 1;
  return `Subtract the mean ${list(mean)}${divided} (stated for ${many ? `${order}, ` : ""}${range(stated)})`;
}

export function inWords(step: Step): string {
  switch (step.op) {
    case "assume": {
      const parts: string[] = [];
      if (step.order !== undefined) parts.push(`the channels for ${step.order}`);
      if (step.range !== undefined) parts.push(`the values for ${range(step.range)}`);
      if (step.layout !== undefined) parts.push(`the memory for ${step.layout}`);
      return `Take ${parts.join(" and ") || "all for what it is"}; nothing is changed`;
    }
    case "convert_order":
      return `Put the channels in the order ${step.to}`;
    case "resize":
      return resize(step);
    case "center_crop":
      return `Cut out the centre, ${size(step.size)}`;
    case "hue_shift":
      return `Turn the hue by ${constant(step.alpha)} of the colour circle, as MegEngine`;
    case "rescale":
      return `Rescale ${range(step.from)} into ${range(step.to)}${step.by === "multiplication" ? ", by multiplying" : ""}`;
    case "normalise":
      return normalise(step);
    case "cast":
      return `Turn the numbers into ${NUMBERS[step.to]}`;
    case "layout":
      return `Lay the numbers out as ${step.to}: ${LAYOUTS[step.to]}`;
    default:
      // A step newer than these words is shown as it is written.
      return JSON.stringify(step);
  }
}
