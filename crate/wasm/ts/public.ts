// What both entries export.

export type { Pixelproof } from "./api.js";
export { PixelproofError } from "./error.js";
export type { ErrorCode, ErrorDetails } from "./error.js";
export { Plan } from "./plan.js";
export type * from "./types.js";

export interface LoadOptions {
  /** The module, where the bundler or the server cannot find it beside the script: bytes, compiled, or its address. */
  wasm?: BufferSource | WebAssembly.Module | URL | Response;
}
