import type { Review } from "../schema.ts";
import { screenOf } from "./build-screen.ts";
import { html } from "./html.ts";
import { markdown } from "./markdown.ts";
import { renderWithin } from "./screen.ts";
import { text } from "./text.ts";

/** The formats of a review, each with its file. */
export const files = { json: "review.json", markdown: "review.md", html: "review.html", text: "review.txt" } as const;

export type Format = keyof typeof files;

const renderers = { markdown, html, text };

/** A review in a format. Only JSON is complete; the others are one screen of at most 65,536 bytes. */
export function render(review: Review, format: Format): string {
  if (format === "json") return `${JSON.stringify(review, null, 2)}\n`;
  return renderWithin(screenOf(review), renderers[format]);
}
