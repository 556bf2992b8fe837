import type { Pixelproof } from "./api.js";
import { PixelproofError } from "./error.js";

export interface LoadOptions {
  /** The module, where the bundler or the server cannot find it beside the script: bytes, compiled, or its address. */
  wasm?: BufferSource | WebAssembly.Module | URL | Response;
}

/** @internal A `load` that opens the module once, and again only after a failure. */
export function loader(
  open: (options: LoadOptions) => Promise<unknown>,
  create: () => Pixelproof,
): (options?: LoadOptions) => Promise<Pixelproof> {
  let shared: Promise<Pixelproof> | undefined;
  return (options = {}) => {
    shared ??= open(options).then(create, (error: unknown) => {
      shared = undefined;
      const message = `the WebAssembly module could not be loaded: ${String(error)}`;
      throw new PixelproofError("Internal", message, {}, { cause: error });
    });
    return shared;
  };
}
