/** What the page and its worker say to each other. The worker holds the library; the page never waits for it. */

import type { ChannelStats, Difference, Mistake, Picture, Preset, Size, TensorSpec } from "pixelproof";

export type Backend = "auto" | "cpu" | "gpu";

export interface Catalogue {
  presets: Omit<Preset, "pipeline" | "also">[];
  mistakes: Mistake[];
  /** Why a mistake cannot be made in a preset: `obstacles[preset][mistake]`, absent where it can. */
  obstacles: Record<string, Record<string, string>>;
}

/** Where the pixels come from. The worker keeps what it decoded under `key`. */
export interface Source {
  key: string;
  from: string | Blob;
}

export interface Comparison {
  source: Source;
  preset: string;
  mistake: string;
  backend: Backend;
}

/** A step: what tells it from others, and what a person reads. */
export interface WordedStep {
  json: string;
  words: string;
}

/** One side of the comparison, without its tensor: that stays in the worker. */
export interface Side {
  spec: TensorSpec;
  shape: number[];
  stats: ChannelStats[];
  picture: Picture;
  steps: WordedStep[];
  backend: "cpu" | "gpu";
  adapter: string | undefined;
  fallbackReason: string | undefined;
  milliseconds: number;
}

export interface Compared {
  image: Size;
  right: Side;
  wrong: Side;
  /** Absent where the shapes differ. */
  difference: Difference | undefined;
  note: string | undefined;
}

export type Question =
  | { ask: "catalogue" }
  | { ask: "open"; source: Source }
  | ({ ask: "compare" } & Comparison);

/** `superseded`: a later comparison was asked for before this one began. */
export type Answer<T = unknown> = { ok: T } | { superseded: true } | { error: Failure };

export interface Failure {
  code: string;
  message: string;
}

export interface Asked {
  id: number;
  question: Question;
}

export interface Answered {
  id: number;
  answer: Answer;
}
