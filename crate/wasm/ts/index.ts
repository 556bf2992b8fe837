// The entry for browsers: page, worker, and every bundler.

import { type Pixelproof, createPixelproof } from "./api.js";
import { PixelproofError } from "./error.js";
import { once } from "./once.js";
import type { LoadOptions } from "./public.js";
import * as module from "./wasm/browser/pixelproof.js";

export * from "./public.js";
export { decodeImage } from "./decode/image.js";

const loadOnce = once(async ({ wasm }: LoadOptions): Promise<Pixelproof> => {
  try {
    // Written like this, bundlers find the file and take it along.
    const source = wasm ?? new URL("./wasm/browser/pixelproof_bg.wasm", import.meta.url);
    await module.default({ module_or_path: source });
  } catch (error) {
    throw new PixelproofError("Internal", `the WebAssembly module could not be loaded: ${String(error)}`, {}, { cause: error });
  }
  return createPixelproof(module, () => {
    throw new PixelproofError("Unsupported", "the browser's module has no decoders; use decodeImage(blob) instead");
  });
});

/**
 * Loads the WebAssembly module. All calls share one module and one promise; the options of the first one count. A load
 * that failed can be tried again.
 */
export function load(options: LoadOptions = {}): Promise<Pixelproof> {
  return loadOnce(options);
}
