import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type RecordedLine, recordingSvg } from "./recording-svg.ts";
import { resumeLines } from "./resume-lines.ts";
import { resumeStory } from "./resume-story.ts";

const story = await resumeStory(fileURLToPath(new URL("../..", import.meta.url)));
const lines: RecordedLine[] = resumeLines(story);
writeFileSync(
  new URL("../../docs/images/resume.svg", import.meta.url),
  recordingSvg(
    "pulumi up is killed while the platform creates a cluster; the next pulumi up finishes the same cluster",
    lines,
  ),
);
