/** Whose fault an error is, and so what to do about it. */
export type ErrorCode =
  | "InvalidInput"
  | "InvalidPipeline"
  | "Unsupported"
  | "Limits"
  | "Gpu"
  | "Decode"
  | "Internal";

export interface ErrorDetails {
  /** The step of the pipeline that it is about, counted from 0. */
  step?: number;
  /** What would have been right, where one value can be named. */
  expected?: string;
  /** What was there instead. */
  got?: string;
}

/** The only error that this package throws or rejects with. */
export class PixelproofError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  static {
    // On the prototype, as for the built-in errors: an own property would be printed twice.
    Object.defineProperty(this.prototype, "name", { value: "PixelproofError", configurable: true, writable: true });
  }
}

/** Runs what calls into the module, and makes whatever is thrown a PixelproofError. */
export function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw asPixelproofError(error);
  }
}

export function asPixelproofError(thrown: unknown): PixelproofError {
  try {
    if (thrown instanceof PixelproofError) return thrown;
    if (isFailure(thrown)) return new PixelproofError(thrown.code, thrown.message, thrown.details);
  } catch {
    // A proxy that was revoked cannot even be asked what it is.
  }
  const reason = reasonOf(thrown);
  const [code, message]: [ErrorCode, string] =
    thrown instanceof WebAssembly.RuntimeError
      ? ["Internal", `the WebAssembly module stopped (${reason}): its memory is used up, or this is a bug`]
      : thrown instanceof RangeError
        ? ["Limits", `this does not fit the memory that is left: ${reason}`]
        : ["Internal", reason];
  return new PixelproofError(code, message, {}, { cause: thrown });
}

/** What something that was thrown says; anything may be thrown. */
export function reasonOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return "something that cannot be shown was thrown";
  }
}

/** What the Rust side throws. */
interface Failure {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
}

function isFailure(thrown: unknown): thrown is Failure {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && "details" in thrown;
}
