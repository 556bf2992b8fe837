import { checkBlob, readingFile } from "../arguments.js";
import { PixelproofError } from "../error.js";
import type { Decode, Image, Size } from "../types.js";
import { type Header, readHeader } from "./header.js";
import { readPixels } from "./readback.js";

/** As the module's own limit, `ImageSpec::MAX_PIXELS`. */
const MAX_PIXELS = 2 ** 28;

/**
 * Decodes a picture file with the browser: upright by its EXIF orientation, no colour conversion, exact RGBA bytes, also
 * where they are translucent.
 *
 * Errors: `Decode` for what is no picture or a broken one, `Limits` above 2^28 pixels, `Unsupported` for translucent
 * pixels where the browser has no WebGL, and in a browser that adds noise to what is read from a canvas, against
 * fingerprinting: known pixels are read once to find that out.
 *
 * `policy` is a pipeline's `decode`. A browser decodes in its own way, to 8-bit RGBA: it can leave the orientation alone, and
 * refuses, as `Unsupported`, to follow a library, to say how 16 bits become 8, to drop alpha or to lay it over a colour (the step
 * `composite` does that).
 */
export async function decodeImage(source: Blob, policy: Decode = {}): Promise<Image> {
  checkBlob(source);
  checkPolicy(policy);
  if (source.size === 0) {
    throw new PixelproofError("Decode", "the file is empty (0 bytes); was it downloaded completely?");
  }
  const header = await readingFile(() => readHeader(source));
  if (header?.size) checkSize(header.size);
  const bitmap = await decodeBitmap(source, header, policy);
  try {
    const { width, height } = bitmap;
    checkSize({ width, height });
    return { spec: { size: { width, height }, format: "Rgba8", range: "0-255" }, pixels: await readPixels(bitmap) };
  } catch (error) {
    if (error instanceof PixelproofError) throw error;
    throw new PixelproofError("Limits", `the picture does not fit this browser's memory: ${String(error)}`, {}, { cause: error });
  } finally {
    bitmap.close();
  }
}

/** What is honoured: nothing said, or what this browser does anyway. */
const HONOURED: Record<keyof Decode, readonly unknown[]> = {
  matches: [],
  mode: ["unchanged"],
  orientation: ["apply", "ignore"],
  alpha: ["keep"],
  depth: [],
};

function checkPolicy(policy: Decode): void {
  for (const [field, value] of Object.entries(policy)) {
    if (value === undefined || value === null || HONOURED[field as keyof Decode]?.includes(value)) continue;
    throw new PixelproofError(
      "Unsupported",
      `decode: a browser decodes in its own way and cannot honour ${field} ${JSON.stringify(value)}; decode in Node or with ` +
        "the command, or hand the pixels over",
    );
  }
}

function checkSize({ width, height }: Size): void {
  if (width * height <= MAX_PIXELS) return;
  throw new PixelproofError(
    "Limits",
    `the picture has ${width}x${height} pixels, more than the limit; scale it down before it is handed in`,
    { expected: `at most ${MAX_PIXELS}`, got: String(width * height) },
  );
}

async function decodeBitmap(source: Blob, header: Header | undefined, policy: Decode): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(source, {
      colorSpaceConversion: "none",
      premultiplyAlpha: "none",
      imageOrientation: policy.orientation === "ignore" ? "none" : "from-image",
    });
  } catch (error) {
    const message = header
      ? `a broken or truncated ${header.format} file: ${(error as Error).message}`
      : "not a picture: the content is nothing that this browser can decode, whatever the name says";
    throw new PixelproofError("Decode", message, {}, { cause: error });
  }
}
