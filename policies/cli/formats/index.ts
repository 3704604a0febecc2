import { countsOf, type Report } from "../report.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import { sarif } from "./sarif.ts";
import { text } from "./text.ts";

export const formatNames = ["text", "json", "junit", "sarif", "markdown"] as const;

/** A report in the formats that pipelines read. */
export const formats: Record<(typeof formatNames)[number], (report: Report) => string> = {
  text,
  json,
  junit,
  sarif,
  markdown,
};

export function json(report: Report): string {
  return `${JSON.stringify({ ...report, summary: countsOf(report) }, undefined, 2)}\n`;
}
