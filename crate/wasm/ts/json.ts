import { type ErrorCode, PixelproofError } from "./error.js";

/** Plain data as JSON text. What JSON cannot hold is the caller's mistake. */
export function toJson(value: unknown, code: ErrorCode = "InvalidInput"): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    throw new PixelproofError(code, `specs and pipelines are plain data: ${(error as Error).message}`, {}, { cause: error });
  }
}
