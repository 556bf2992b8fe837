// The entry for browsers: page, worker, and every bundler.

import { createPixelproof } from "./api.js";
import { PixelproofError } from "./error.js";
import { loader } from "./load.js";
import * as module from "./wasm/browser/pixelproof.js";

export * from "./public.js";
export { decodeImage } from "./decode/image.js";

/**
 * Loads the WebAssembly module. All calls share one module and one promise; the options of the first one count. A load
 * that failed can be tried again.
 */
export const load = loader(
  // Written like this, bundlers find the file and take it along.
  ({ wasm = new URL("./wasm/browser/pixelproof_bg.wasm", import.meta.url) }) => module.default({ module_or_path: wasm }),
  () =>
    createPixelproof(module, () => {
      throw new PixelproofError("Unsupported", "the browser's module has no decoders; use decodeImage(blob) instead");
    }),
);
