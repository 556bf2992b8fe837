/** What is selected, and its form in the URL's hash. */

import { OWN, PHOTOS } from "./photos";
import type { Backend, Catalogue } from "./protocol";

export interface Selection {
  photo: string;
  preset: string;
  mistake: string;
  backend: Backend;
}

export const FIRST_VISIT: Selection = {
  photo: "coffee",
  preset: "torchvision/resnet50",
  mistake: "bgr-as-rgb",
  backend: "auto",
};

export const BACKENDS: readonly Backend[] = ["auto", "gpu", "cpu"];

const KEYS = ["photo", "preset", "mistake", "backend"] as const;

export function toHash(selection: Selection): string {
  const parts = KEYS.map((key) => `${key}=${encodeURIComponent(selection[key]).replaceAll("%2F", "/")}`);
  return `#${parts.join("&")}`;
}

export function fromHash(hash: string): Partial<Record<keyof Selection, string>> {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  return Object.fromEntries(KEYS.flatMap((key) => (fields.has(key) ? [[key, fields.get(key)]] : [])));
}

/**
 * Makes a wish into a selection that can be shown, and says what had to give way. A hash is written by anybody, so
 * every part of it may be unknown here.
 */
export function settle(
  wish: Partial<Record<keyof Selection, string>>,
  catalogue: Catalogue,
  hasOwnPhoto: boolean,
): { selection: Selection; remarks: string[] } {
  const remarks: string[] = [];
  const pick = (what: string, value: string | undefined, known: readonly string[], otherwise: string): string => {
    if (value === undefined) return otherwise;
    if (known.includes(value)) return value;
    remarks.push(`This page knows no ${what} “${value}”; showing “${otherwise}”.`);
    return otherwise;
  };

  let wishedPhoto = wish.photo;
  if (wishedPhoto === OWN && !hasOwnPhoto) {
    remarks.push("The link was made with a picture that is not on this page; showing coffee. Choose the file to see it.");
    wishedPhoto = undefined;
  }
  const photos = [...PHOTOS.map(({ id }) => id), ...(hasOwnPhoto ? [OWN] : [])];
  const presets = catalogue.presets.map(({ name }) => name);
  const mistakes = catalogue.mistakes.map(({ id }) => id);

  const photo = pick("photo", wishedPhoto, photos, FIRST_VISIT.photo);
  const preset = pick("preset", wish.preset, presets, FIRST_VISIT.preset);
  const backend = pick("backend", wish.backend, BACKENDS, FIRST_VISIT.backend) as Backend;
  let mistake = pick("mistake", wish.mistake, mistakes, FIRST_VISIT.mistake);

  const obstacles = catalogue.obstacles[preset] ?? {};
  const obstacle = obstacles[mistake];
  if (obstacle !== undefined) {
    const possible = mistakes.find((id) => obstacles[id] === undefined);
    if (possible !== undefined) {
      const title = (id: string): string => catalogue.mistakes.find((entry) => entry.id === id)?.title ?? id;
      remarks.push(`“${title(mistake)}” cannot happen with ${preset}; showing “${title(possible)}”.`);
      mistake = possible;
    }
  }
  return { selection: { photo, preset, mistake, backend }, remarks };
}
