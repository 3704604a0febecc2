import type { RecordedLine } from "./recording-svg.ts";
import type { CommandRun, Printed } from "./resume-story.ts";
import { colorOf } from "./terminal-svg.ts";

/** Maximum pause between two lines: a picture need not show how long a process takes to start. */
const maxPauseSeconds = 1.2;

/** Shortens types by their common prefix, as previews in a narrow terminal do. */
const shortened = (text: string) => text.replace("pulumi-nodejs:dynamic/cloudplatform/", "").replace(/ +$/, "");

const shown =
  /Cluster shop (creating|created)|RuleTemplate pages created|has been canceled|clusterId|general: 2|metal +: 1/;

/** The story as a recording: its commands, what they did to the cluster, and the progress on a single changing line. */
export function resumeLines(story: readonly CommandRun[]): RecordedLine[] {
  const lines: RecordedLine[] = [];
  let [row, now, last] = [0, 0, 0];
  const show = (text: string, at: number, color = colorOf(text)) => {
    now += Math.min(Math.max(at - last, 0.05), maxPauseSeconds);
    last = at;
    lines.push({ row: row++, text, from: now, color });
  };
  for (const { command, at, lines: printed, code } of story) {
    show(`$ pulumi ${command.replace(/ --.*/, "")}`, at);
    let progress: RecordedLine | undefined;
    for (const line of printed.filter(({ text }) => shown.test(text))) {
      if (progress !== undefined && isProgress(line)) {
        row -= 1;
        progress.until = now + Math.min(Math.max(line.at - last, 0.05), maxPauseSeconds);
      }
      show(shortened(line.text), line.at);
      progress = isProgress(line) ? lines.at(-1) : undefined;
    }
    if (code === null) show("Killed", last + 0.5, "#ff8f7e");
    row += 1;
  }
  return lines;
}

function isProgress({ text }: Printed): boolean {
  return text.includes("Cluster shop");
}
