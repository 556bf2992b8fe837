import { buildCatalogue, buildPhotos, showOwnThumb, showSelection } from "./controls";
import { byId } from "./dom";
import { Engine, EngineError } from "./engine";
import { takeDropsAndPastes } from "./intake";
import { clearNotices, showError, showRemark } from "./notices";
import { OWN, photoUrl } from "./photos";
import type { Catalogue, Source } from "./protocol";
import { showCompared } from "./results";
import { ComparisonStage } from "./stage";
import { fromHash, type Selection, settle, toHash } from "./state";

// Here and not in its module: the root package promises that importing a module does nothing.
customElements.define("comparison-stage", ComparisonStage);

const engine = new Engine();
const ready = engine.catalogue();
const stage = byId<ComparisonStage>("stage");

let catalogue: Catalogue | undefined;
let selection: Selection | undefined;
/** What the stage shows; behind `selection` while that is computed. */
let shown: Selection | undefined;
let own: { source: Source; name: string } | undefined;
let files = 0;

/** Counts what the visitor asked for: whatever comes back for an earlier count is dropped. */
let turn = 0;

/** A short wait passes without a sign; a sign that flashes is worse than none. */
const BUSY_AFTER = 120;
let busyTimer = 0;

function busy(on: boolean): void {
  clearTimeout(busyTimer);
  if (on) busyTimer = window.setTimeout(() => (stage.busy = true), BUSY_AFTER);
  else stage.busy = false;
}

function report(error: unknown): void {
  if (error instanceof EngineError) showError(error.code, error.message);
  else showError("Internal", error instanceof Error ? error.message : String(error));
}

function sourceOf(photo: string): Source {
  return photo === OWN && own ? own.source : { key: photo, from: photoUrl(photo) };
}

function titleOf(mistake: string, { mistakes }: Catalogue): string {
  return mistakes.find(({ id }) => id === mistake)?.title ?? mistake;
}

/** Shows a wish as far as it can be, and writes it into the URL. */
function go(wish: Partial<Record<keyof Selection, string>>, history: "push" | "replace"): void {
  if (!catalogue) return;
  const settled = settle(wish, catalogue, own !== undefined);
  selection = settled.selection;
  clearNotices();
  if (settled.remarks.length > 0) showRemark(settled.remarks.join(" "));
  const hash = toHash(selection);
  if (hash !== location.hash) window.history[`${history}State`](null, "", hash);
  showSelection(selection, catalogue, own?.name);
  document.title = `${titleOf(selection.mistake, catalogue)} · pixelproof playground`;
  void compare(selection, catalogue);
}

async function compare(wanted: Selection, { mistakes }: Catalogue): Promise<void> {
  const mine = ++turn;
  const mistake = mistakes.find(({ id }) => id === wanted.mistake);
  if (!mistake) return;
  busy(true);
  try {
    const { preset, backend } = wanted;
    const compared = await engine.compare({ source: sourceOf(wanted.photo), preset, mistake: mistake.id, backend });
    if (mine !== turn || !compared) return;
    stage.show(compared.right.picture, compared.wrong.picture, mistake.title);
    showCompared(compared, mistake);
    shown = wanted;
    stage.dataset.shows = toHash(wanted);
  } catch (error) {
    if (mine === turn) report(error);
  }
  if (mine === turn) busy(false);
}

const change = (changed: Partial<Selection>): void => go({ ...selection, ...changed }, "push");

/** Decodes first: a file that is no picture changes nothing but the message. */
async function takeFile(file: File): Promise<void> {
  // Only before the first comparison: later, waiting even for a moment would let an earlier choice overtake a later one.
  if (!catalogue) await ready.catch(() => undefined);
  const mine = ++turn;
  clearNotices();
  busy(true);
  const source: Source = { key: `${OWN}:${++files}`, from: file };
  try {
    await engine.open(source);
    if (mine !== turn) return;
    own = { source, name: file.name };
    void showOwnThumb(file).catch(() => undefined);
    change({ photo: OWN });
  } catch (error) {
    if (mine !== turn) return;
    busy(false);
    // Opening the file took the turn from a comparison that was under way.
    if (selection && selection !== shown && catalogue) await compare(selection, catalogue);
    report(error);
  }
}

async function copyLink(button: HTMLElement): Promise<void> {
  const label = button.querySelector("span");
  try {
    await navigator.clipboard.writeText(location.href);
    if (label) label.textContent = "Copied";
    setTimeout(() => label && (label.textContent = "Copy link"), 1600);
  } catch {
    showRemark("The browser did not allow copying; the address bar holds the link.");
  }
}

async function start(): Promise<void> {
  buildPhotos(change, (file) => void takeFile(file));
  takeDropsAndPastes((file) => void takeFile(file));
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  const copy = byId("copy-link");
  copy.addEventListener("click", () => void copyLink(copy));
  busy(true);
  try {
    catalogue = await ready;
  } catch (error) {
    busy(false);
    report(error);
    return;
  }
  if (!catalogue) return;
  buildCatalogue(catalogue, change);
  // Fires on back and forward, and when the hash is edited by hand.
  addEventListener("popstate", () => go(fromHash(location.hash), "replace"));
  go(fromHash(location.hash), "replace");
}

void start();
