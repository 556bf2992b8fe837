import type { WordedStep } from "./protocol";

/** A line of the comparison: a step on both sides, or only on one, or another one on each. */
export interface Row {
  right: WordedStep | undefined;
  wrong: WordedStep | undefined;
  same: boolean;
}

/** Lines two lists of steps up by their longest common subsequence. */
export function lineUp(right: readonly WordedStep[], wrong: readonly WordedStep[]): Row[] {
  const a = right.map(({ json }) => json);
  const b = wrong.map(({ json }) => json);
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }

  const rows: Row[] = [];
  let only: { right: WordedStep[]; wrong: WordedStep[] } = { right: [], wrong: [] };
  const flush = (): void => {
    for (let k = 0; k < Math.max(only.right.length, only.wrong.length); k++) {
      rows.push({ right: only.right[k], wrong: only.wrong[k], same: false });
    }
    only = { right: [], wrong: [] };
  };
  let i = 0;
  let j = 0;
  while (i < right.length || j < wrong.length) {
    const [left, other] = [right[i], wrong[j]];
    if (left && other && a[i] === b[j]) {
      flush();
      rows.push({ right: left, wrong: other, same: true });
      i++;
      j++;
    } else if (other && (!left || at(i, j + 1) >= at(i + 1, j))) {
      only.wrong.push(other);
      j++;
    } else if (left) {
      only.right.push(left);
      i++;
    }
  }
  flush();
  return rows;
}
