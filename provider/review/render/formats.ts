import type { Review } from "../model/schema.ts";
import { screenOf } from "./build-screen.ts";
import { html } from "./html.ts";
import { markdown } from "./markdown.ts";
import { renderWithin, type Screen } from "./screen.ts";
import { text } from "./text.ts";

/** The formats of a review, each with its file. */
export const files = { json: "review.json", markdown: "review.md", html: "review.html", text: "review.txt" } as const;

export type Format = keyof typeof files;

const renderers = { html, text };

/** A review in a format. Each is whole but for Markdown, which is for comments: at most 65,536 bytes. */
export function render(review: Review, format: Format): string {
  if (format === "json") return `${JSON.stringify(review, null, 2)}\n`;
  return renderScreen(screenOf(review), format);
}

/** A screen in a format. */
export function renderScreen(screen: Screen, format: Exclude<Format, "json">): string {
  return format === "markdown" ? renderWithin(screen, markdown) : renderers[format](screen);
}
