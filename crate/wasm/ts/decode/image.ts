import { PixelproofError } from "../error.js";
import type { Image } from "../types.js";

export async function decodeImage(source: Blob): Promise<Image> {
  throw new PixelproofError("Unsupported", String(source));
}
