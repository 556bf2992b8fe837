// What both entries export.

export type { Pixelproof } from "./api.js";
export { PixelproofError } from "./error.js";
export type { ErrorCode, ErrorDetails } from "./error.js";
export type { LoadOptions } from "./load.js";
export { Plan } from "./plan.js";
export type * from "./types.js";
