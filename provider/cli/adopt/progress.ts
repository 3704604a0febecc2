import type { Terminal } from "../terminal.ts";

/** How often a log without a terminal gets a line: at each tenth. */
const lines = 10;

/** Progress of work on many objects: a bar on a terminal, a line at each tenth in a log. */
export function batchProgress(
  what: string,
  total: number,
  terminal: Terminal,
): { add(count: number): void; end(): void } {
  let done = 0;
  let shown = 0;
  return {
    add(count) {
      done += count;
      if (terminal.isInteractive) {
        const filled = Math.round((done / total) * 30);
        terminal.err(`\r\x1b[K${"█".repeat(filled)}${"░".repeat(30 - filled)} ${done} of ${total} ${what}`);
        return;
      }
      const tenth = Math.floor((done / total) * lines);
      if (tenth === shown || total <= 20) return;
      shown = tenth;
      terminal.err(`${done} of ${total} ${what}\n`);
    },
    end() {
      if (terminal.isInteractive && done > 0) terminal.err("\r\x1b[K");
    },
  };
}
