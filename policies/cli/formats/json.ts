import { countsOf, type Report } from "../report.ts";

export function json(report: Report): string {
  return `${JSON.stringify({ ...report, summary: countsOf(report) }, undefined, 2)}\n`;
}
