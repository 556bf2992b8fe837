import { type ErrorCode, PixelproofError, reasonOf } from "./error.js";

/** Plain data as JSON text. What JSON cannot hold, or would quietly turn into something else, is the caller's mistake. */
export function toJson(value: unknown, code: ErrorCode = "InvalidInput"): string {
  try {
    return JSON.stringify(value, plain) ?? "null";
  } catch (error) {
    const message = `specs and pipelines are plain data: ${reasonOf(error)}`;
    const details = { expected: "what JSON can hold", got: nameOf(value) };
    throw new PixelproofError(code, message, details, { cause: error });
  }
}

function plain(key: string, value: unknown): unknown {
  const what = key === "" ? "this" : `\`${key}\``;
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${what} is ${value}`);
  const name = nameOf(value);
  const holds = ["Object", "Array", "String", "Number", "Boolean", "Null", "Undefined", "BigInt"].includes(name);
  if (!holds) throw new TypeError(`${what} is a ${name}; use objects, lists, texts and numbers`);
  return value;
}

const typedArrayName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)?.get as () => string | undefined;

/** What a value is, in one word: `Uint8Array`, `Null`, `Object`. Only a typed array is called one. */
export function nameOf(value: unknown): string {
  const typed = typedArrayName.call(value);
  if (typed !== undefined) return typed;
  try {
    const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
    return /Array$/.test(name) && name !== "Array" ? "Object" : name;
  } catch {
    // A proxy that was revoked, or whose trap throws.
    return "Proxy";
  }
}
