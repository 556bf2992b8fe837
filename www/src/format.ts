const MINUS = "−";
const TIMES = "×";

/** A number for reading in a column: three decimals, fewer where they would be noise, a real minus sign. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : `${MINUS}∞`;
  const size = Math.abs(value);
  let text: string;
  if (size !== 0 && size < 0.0005) text = size.toExponential(1).replace("-", MINUS);
  else if (size < 1000) text = size.toFixed(3);
  else text = size.toFixed(1);
  return value < 0 ? MINUS + text : text;
}

/** A share that says 100 % only where it is all of it, and 0 % only where it is nothing. */
export function share(count: number, total: number): string {
  if (total === 0 || count === 0) return "0 %";
  if (count === total) return "100 %";
  const percent = (count / total) * 100;
  return `${Math.min(99.9, Math.max(0.1, percent)).toFixed(1)} %`;
}

export function shape(axes: readonly number[]): string {
  return axes.join(` ${TIMES} `);
}

export function milliseconds(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}

const RANGES: Record<string, string> = { "0-255": "0 to 255", "0-1": "0 to 1", "-1-1": `${MINUS}1 to 1` };

export function range(name: unknown): string {
  return RANGES[String(name)] ?? String(name);
}
