/** The controls: built once, then only told what is selected, so that focus is never lost. */

import { byId, h, phrase, say } from "./dom";
import { OWN, PHOTOS, thumbUrl } from "./photos";
import type { Backend, Catalogue } from "./protocol";
import { BACKENDS, type Selection } from "./state";

export type Change = (change: Partial<Selection>) => void;

const BACKEND_NAMES: Record<Backend, string> = { auto: "Auto", gpu: "GPU", cpu: "CPU" };
const BACKEND_TITLES: Record<Backend, string> = {
  auto: "A real GPU where there is one, else the CPU",
  gpu: "Any GPU adapter, a software one too",
  cpu: "WebAssembly with SIMD",
};

function radio(group: string, value: string, change: (value: string) => void): HTMLInputElement {
  const input = h("input", { type: "radio", name: group, value, id: `${group}-${value}` });
  input.addEventListener("change", () => change(value));
  return input;
}

/** The photo tiles need nothing from the library, so they are there at first paint. */
export function buildPhotos(change: Change, choose: (file: File) => void): void {
  const tile = (id: string, picture: HTMLElement, name: string): HTMLElement =>
    h("label", { class: "thumb", title: name, "data-photo": id }, radio("photo", id, (photo) => change({ photo })), picture);
  const tiles = PHOTOS.map(({ id, name, alt }) =>
    tile(id, h("img", { src: thumbUrl(id), alt, width: 56, height: 56, decoding: "async" }), name),
  );

  const own = tile(OWN, h("canvas", { width: 112, height: 112, role: "img", "aria-label": "Your picture" }), "Your picture");
  own.hidden = true;

  const input = h("input", { type: "file", accept: "image/*", id: "file", "aria-label": "Choose a picture of your own" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    // Emptied, so that the same file can be chosen again.
    input.value = "";
    if (file) choose(file);
  });
  const plus = h("span", { class: "plus", "aria-hidden": "true" }, "+");
  const add = h("label", { class: "thumb add", title: "Choose, drop or paste a picture" }, input, plus);
  byId("photos").append(...tiles, own, add);
}

/** Draws the small picture of the visitor's own file. */
export async function showOwnThumb(file: Blob): Promise<void> {
  const tile = document.querySelector<HTMLElement>(`[data-photo="${OWN}"]`);
  const canvas = tile?.querySelector("canvas");
  if (!tile || !canvas) return;
  tile.hidden = false;
  const edge = canvas.width;
  const bitmap = await createImageBitmap(file, { resizeHeight: edge, resizeQuality: "medium" });
  const context = canvas.getContext("2d");
  context?.clearRect(0, 0, edge, edge);
  context?.drawImage(bitmap, (edge - bitmap.width) / 2, 0);
  bitmap.close();
}

export function buildCatalogue(catalogue: Catalogue, change: Change): void {
  const preset = byId<HTMLSelectElement>("preset");
  const families = new Map<string, HTMLElement[]>();
  for (const { name } of catalogue.presets) {
    const family = name.includes("/") ? name.slice(0, name.indexOf("/")) : "others";
    families.set(family, [...(families.get(family) ?? []), h("option", { value: name }, name)]);
  }
  preset.replaceChildren(...[...families].map(([label, options]) => h("optgroup", { label }, ...options)));
  preset.disabled = false;
  preset.addEventListener("change", () => change({ preset: preset.value }));

  byId("mistakes").replaceChildren(
    ...catalogue.mistakes.map(({ id, title }) => {
      const input = radio("mistake", id, (mistake) => change({ mistake }));
      input.setAttribute("aria-describedby", `reason-${id}`);
      const reason = h("small", { class: "reason", id: `reason-${id}`, hidden: true });
      return h("label", { class: "choice", "data-mistake": id }, input, h("span", {}, ...phrase(title)), reason);
    }),
  );

  byId("backend").replaceChildren(
    ...BACKENDS.map((id) =>
      h(
        "label",
        { class: "segment", title: BACKEND_TITLES[id] },
        radio("backend", id, (backend) => change({ backend: backend as Backend })),
        h("span", {}, BACKEND_NAMES[id]),
      ),
    ),
  );
}

/** Lets a line end inside of `ResNet50_Weights.IMAGENET1K_V1.transforms()`, but not just anywhere. */
function breakable(text: string): Node[] {
  return text.split(/(?<=[\w)][._](?=\w))/).flatMap((part) => [document.createTextNode(part), h("wbr")]);
}

export function showSelection(selection: Selection, catalogue: Catalogue, ownName: string | undefined): void {
  check("photo", selection.photo);
  check("mistake", selection.mistake);
  check("backend", selection.backend);
  byId<HTMLSelectElement>("preset").value = selection.preset;

  const photo = PHOTOS.find(({ id }) => id === selection.photo);
  byId("credit").textContent = photo ? `${photo.name}, scikit-image, ${photo.licence}` : (ownName ?? "Your picture");

  const preset = catalogue.presets.find(({ name }) => name === selection.preset);
  byId("preset-description").textContent = preset?.description ?? "";
  byId("preset-source").replaceChildren(...breakable(preset?.source ?? ""));

  const obstacles = catalogue.obstacles[selection.preset] ?? {};
  for (const label of document.querySelectorAll<HTMLElement>("[data-mistake]")) {
    const obstacle = obstacles[label.dataset.mistake ?? ""];
    const input = label.querySelector("input");
    const reason = label.querySelector<HTMLElement>(".reason");
    if (input) input.disabled = obstacle !== undefined;
    if (reason) say(reason, obstacle);
  }
}

function check(group: string, value: string): void {
  const input = document.getElementById(`${group}-${value}`);
  if (!(input instanceof HTMLInputElement)) return;
  input.checked = true;
  // In the narrow layout the choices scroll sideways; the page itself must not jump.
  const label = input.closest<HTMLElement>(".choice");
  const scroller = label?.parentElement;
  if (!label || !scroller || scroller.scrollWidth <= scroller.clientWidth) return;
  scroller.scrollTo({ left: label.offsetLeft - scroller.offsetLeft - (scroller.clientWidth - label.offsetWidth) / 2 });
}
