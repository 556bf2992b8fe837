/** Everything that is said about a comparison beside its picture. */

import type { ChannelStats, Difference, Mistake } from "pixelproof";

import { lineUp } from "./diff";
import { byId, h, icon, ICONS, phrase, say } from "./dom";
import * as format from "./format";
import type { Compared, Side, WordedStep } from "./protocol";

const CHANNELS: Record<string, readonly string[]> = {
  RGB: ["Red", "Green", "Blue"],
  BGR: ["Blue", "Green", "Red"],
  RGBA: ["Red", "Green", "Blue", "Alpha"],
  BGRA: ["Blue", "Green", "Red", "Alpha"],
  Gray: ["Gray"],
};

export function showCompared(compared: Compared, mistake: Mistake): void {
  byId("mistake-title").replaceChildren(...phrase(mistake.title));
  byId("mistake-story").replaceChildren(...phrase(mistake.story));
  say(byId("mistake-note"), compared.note && sentence(compared.note));
  showDifference(compared);
  showRan(compared);
  const scale = sharedScale([...compared.right.stats, ...compared.wrong.stats]);
  byId("tensors").replaceChildren(
    tensor("right", "Right tensor", compared.right, scale),
    tensor("wrong", "Wrong tensor", compared.wrong, scale),
  );
  showSteps(compared);
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

function showDifference({ difference, right, wrong }: Compared): void {
  byId("difference").replaceChildren(...(difference ? figures(difference) : []));
  const shapes = `${format.shape(right.shape)} against ${format.shape(wrong.shape)}`;
  say(byId("shapes-differ"), difference ? undefined : `The shapes differ, so there is no difference to give: ${shapes}.`);
}

function figures({ max, mean, count, total }: Difference): HTMLElement[] {
  const figure = (id: string, name: string, value: string): HTMLElement =>
    h("div", {}, h("dt", {}, name), h("dd", { "data-figure": id }, value));
  return [
    figure("max", "Largest", format.number(max)),
    figure("mean", "Mean", format.number(mean)),
    figure("share", "Values that differ", format.share(count, total)),
  ];
}

function showRan({ right, wrong }: Compared): void {
  const [first, second] = [right.backend.toUpperCase(), wrong.backend.toUpperCase()];
  const times = `right ${format.milliseconds(right.milliseconds)}, wrong ${format.milliseconds(wrong.milliseconds)}`;
  const ran = byId("ran");
  ran.dataset.backend = right.backend === wrong.backend ? right.backend : "both";
  ran.replaceChildren("Ran on the ", h("strong", {}, first === second ? first : `${first} and ${second}`), `: ${times}`);
  say(byId("adapter"), right.adapter ?? wrong.adapter);
  const reason = right.fallbackReason ?? wrong.fallbackReason;
  say(byId("fallback"), reason && `Not on the GPU: ${reason}`);
}

interface Scale {
  from: number;
  to: number;
}

/** One scale for all channels of both sides, so that their bars can be compared. */
function sharedScale(stats: readonly ChannelStats[]): Scale | undefined {
  const from = Math.min(...stats.map(({ min }) => min));
  const to = Math.max(...stats.map(({ max }) => max));
  return Number.isFinite(from) && Number.isFinite(to) && to > from ? { from, to } : undefined;
}

function tensor(kind: "right" | "wrong", title: string, side: Side, scale: Scale | undefined): HTMLElement {
  const names = CHANNELS[side.spec.order] ?? side.stats.map((_, at) => `Channel ${at}`);
  const head = ["Channel", "Mean", "Min", "Max"].map((name) => h("th", { scope: "col" }, name));
  const spread = h("th", { scope: "col", class: "spread" }, h("span", { class: "visually-hidden" }, "Spread, drawn"));
  const rows = side.stats.map((stats, at) => {
    const name = names[at] ?? `Channel ${at}`;
    return h(
      "tr",
      {},
      h("th", { scope: "row", "data-channel": name.toLowerCase() }, name),
      ...[stats.mean, stats.min, stats.max].map((value) => h("td", {}, format.number(value))),
      h("td", { class: "spread" }, bar(stats, scale)),
    );
  });
  const fact = (name: string, value: string): HTMLElement => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  const facts = h(
    "dl",
    { class: "facts" },
    fact("Shape", format.shape(side.shape)),
    fact("Layout", side.spec.layout),
    fact("Type", side.spec.dtype),
    fact("Range", format.range(side.spec.range)),
  );
  const table = h("table", {}, h("caption", {}, icon(12, ICONS[kind]), title), h("thead", {}, h("tr", {}, ...head, spread)), h("tbody", {}, ...rows));
  return h("section", { class: `tensor ${kind}`, "data-side": kind }, table, facts);
}

function bar({ mean, min, max }: ChannelStats, scale: Scale | undefined): HTMLElement {
  const element = h("span", { class: "bar", "aria-hidden": "true" });
  if (!scale) return element;
  const place = (value: number): string => `${(((value - scale.from) / (scale.to - scale.from)) * 100).toFixed(2)}%`;
  element.style.setProperty("--min", place(min));
  element.style.setProperty("--max", place(max));
  element.style.setProperty("--mean", place(mean));
  element.append(h("i", {}));
  return element;
}

function showSteps({ right, wrong }: Compared): void {
  const cell = (side: "right" | "wrong", step: WordedStep | undefined, same: boolean): HTMLElement =>
    step
      ? h("td", { role: "cell", class: same ? "same" : `changed ${side}` }, step.words)
      : h("td", { role: "cell" }, h("span", { class: "visually-hidden" }, "no such step"));
  const rows = lineUp(right.steps, wrong.steps).map((row) =>
    h(
      "tr",
      { role: "row", class: row.same ? "same" : "differs" },
      cell("right", row.right, row.same),
      cell("wrong", row.wrong, row.same),
    ),
  );
  const title = (name: string): HTMLElement => h("th", { role: "columnheader", scope: "col" }, name);
  const head = h("tr", { role: "row" }, title("Right"), title("Wrong"));
  // The roles stay when the narrow layout makes a grid of the table, which would otherwise take them away.
  const body = [h("thead", { role: "rowgroup" }, head), h("tbody", { role: "rowgroup" }, ...rows)];
  byId("steps").replaceChildren(h("table", { role: "table", "aria-labelledby": "steps-title" }, ...body));
}
