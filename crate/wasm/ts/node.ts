// The entry for Node: the module is read from disk, and has the decoders in it.

import { readFile } from "node:fs/promises";

import { createPixelproof } from "./api.js";
import { checkArray, checkBlob, readingFile } from "./arguments.js";
import { guard } from "./error.js";
import { loader } from "./load.js";
import { toJson } from "./json.js";
import type { Decode, Decoded, Image, ImageSpec } from "./types.js";
import * as module from "./wasm/node/pixelproof.js";

export * from "./public.js";

/**
 * Loads the WebAssembly module. All calls share one module and one promise; the options of the first one count. A load
 * that failed can be tried again.
 */
export const load = loader(
  async ({ wasm = new URL("./wasm/node/pixelproof_bg.wasm", import.meta.url) }) => {
    // Node's fetch knows no file addresses.
    const file = wasm instanceof URL && wasm.protocol === "file:";
    await module.default({ module_or_path: file ? await readFile(wasm) : wasm });
  },
  () => createPixelproof(module, decode),
);

function decode(bytes: Uint8Array, decode: Decode = {}): Decoded {
  checkArray("a picture file", "u8", bytes);
  const { spec, pixels, ...facts } = guard(() => module.decode(bytes, toJson(decode, "InvalidPipeline"))) as Omit<
    Decoded,
    "image"
  > & {
    spec: string;
    pixels: Uint8Array | Uint16Array;
  };
  return { image: { spec: JSON.parse(spec) as ImageSpec, pixels }, ...facts };
}

/**
 * Decodes a picture file, as a pipeline's `decode` says. In Node the channels are as in the file if it says nothing; in a
 * browser they are always RGBA, and what the browser cannot honour is refused.
 */
export async function decodeImage(source: Blob, policy?: Decode): Promise<Image> {
  checkBlob(source);
  const { decode } = await load();
  return decode(new Uint8Array(await readingFile(() => source.arrayBuffer())), policy).image;
}
