import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Review } from "../model/schema.ts";
import { toUserFile, writeUserFile } from "../model/user-file.ts";
import { screenOf } from "./build-screen.ts";
import { html } from "./html.ts";
import { markdown } from "./markdown.ts";
import { renderWithin, type Screen } from "./screen.ts";
import { text } from "./text.ts";

/** File name of each format. */
export const files = { json: "review.json", markdown: "review.md", html: "review.html", text: "review.txt" } as const;

export type Format = keyof typeof files;

const renderers = { html, text };

/** Renders a review. Every format is complete except Markdown, which is for comments and limited to 65,536 bytes. */
export function render(review: Review, format: Format): string {
  if (format === "json") return `${JSON.stringify(review, null, 2)}\n`;
  return renderScreen(screenOf(review), format);
}

/** Renders a screen. */
export function renderScreen(screen: Screen, format: Exclude<Format, "json">): string {
  return format === "markdown" ? renderWithin(screen, markdown) : renderers[format](screen);
}

/** Writes a review in all formats. */
export async function writeFiles(folder: string, render: (format: Format) => string): Promise<void> {
  for (const name of Object.keys(files) as Format[])
    await writeUserFile("The review", join(folder, files[name]), render(name));
}

/** Removes the files of an earlier review, which must not be taken for one that is not made. */
export async function removeFiles(folder: string): Promise<void> {
  const remove = () => Promise.all(Object.values(files).map((name) => rm(join(folder, name), { force: true })));
  await toUserFile("The review", folder, remove);
}
