import type { Pixelproof } from "./api.js";
import { optionsOf } from "./arguments.js";
import { PixelproofError, reasonOf } from "./error.js";
import { nameOf } from "./json.js";

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
  return (options) => {
    let given: LoadOptions;
    try {
      given = checked(options);
    } catch (error) {
      return Promise.reject(error);
    }
    // Whatever `open` throws is a rejection as well.
    shared ??= (async () => open(given))().then(create, (error: unknown) => {
      shared = undefined;
      const message = `the WebAssembly module could not be loaded: ${reasonOf(error)}`;
      throw new PixelproofError("Internal", message, {}, { cause: error });
    });
    return shared;
  };
}

function checked(options: LoadOptions | undefined): LoadOptions {
  const given = optionsOf(options, ["wasm"]);
  if (given.wasm === undefined || (typeof given.wasm === "object" && given.wasm !== null)) return given;
  throw new PixelproofError("InvalidInput", "wasm: the module comes as bytes, compiled, or by its address as a URL", {
    expected: "an array of bytes, a WebAssembly.Module, a URL or a Response",
    got: nameOf(given.wasm),
  });
}
