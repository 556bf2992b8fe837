import { checkBlob, readingFile } from "../arguments.js";
import { PixelproofError } from "../error.js";
import type { Image, Size } from "../types.js";
import { type Header, readHeader } from "./header.js";
import { readPixels } from "./readback.js";

/** As the module's own limit, `ImageSpec::MAX_PIXELS`. */
const MAX_PIXELS = 2 ** 28;

/**
 * Decodes a picture file with the browser: upright by its EXIF orientation, no colour conversion, exact RGBA bytes, also
 * where they are translucent.
 *
 * Errors: `Decode` for what is no picture or a broken one, `Limits` above 2^28 pixels, `Unsupported` for translucent
 * pixels where the browser has no WebGL. A browser that adds noise to what is read from a canvas, against
 * fingerprinting, adds it here too.
 */
export async function decodeImage(source: Blob): Promise<Image> {
  checkBlob(source);
  if (source.size === 0) {
    throw new PixelproofError("Decode", "the file is empty (0 bytes); was it downloaded completely?");
  }
  const header = await readingFile(() => readHeader(source));
  if (header?.size) checkSize(header.size);
  const bitmap = await decodeBitmap(source, header);
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

function checkSize({ width, height }: Size): void {
  if (width * height <= MAX_PIXELS) return;
  throw new PixelproofError(
    "Limits",
    `the picture has ${width}x${height} pixels, more than the limit; scale it down before it is handed in`,
    { expected: `at most ${MAX_PIXELS}`, got: String(width * height) },
  );
}

async function decodeBitmap(source: Blob, header: Header | undefined): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(source, {
      colorSpaceConversion: "none",
      premultiplyAlpha: "none",
      imageOrientation: "from-image",
    });
  } catch (error) {
    const message = header
      ? `a broken or truncated ${header.format} file: ${(error as Error).message}`
      : "not a picture: the content is nothing that this browser can decode, whatever the name says";
    throw new PixelproofError("Decode", message, {}, { cause: error });
  }
}
