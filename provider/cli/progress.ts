/** Where progress is shown. */
interface ProgressOutput {
  err(text: string): void;
  /** Whether a line can be overwritten: true for a terminal, false for a log. */
  isInteractive: boolean;
}

/** Standard error of this process, for scripts without a command's terminal. */
export const processOutput: ProgressOutput = {
  err: (text) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY === true,
};

/** A log gets a line at each tenth. */
const logLines = 10;
const barWidth = 30;
const erase = "\r\x1b[K";

/** Progress of many objects: a bar on a terminal, a line at each tenth in a log. */
export function batchProgress(
  what: string,
  total: number,
  output: ProgressOutput,
): { add(count: number): void; end(): void } {
  let done = 0;
  let shown = 0;
  return {
    add(count) {
      done += count;
      if (output.isInteractive) return output.err(`${erase}${bar(done / total)} ${done} of ${total} ${what}`);
      const tenth = Math.floor((done / total) * logLines);
      if (tenth === shown || total <= 20) return;
      shown = tenth;
      output.err(`${done} of ${total} ${what}\n`);
    },
    end() {
      if (output.isInteractive && done > 0) output.err(erase);
    },
  };
}

/**
 * Progress of an operation with several steps of unknown length: on a terminal, a bar with the step and its seconds; in a log, a
 * line for each step.
 */
export function stepProgress(total: number, output: ProgressOutput): { step(name: string): void; end(): void } {
  let index = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    step(name) {
      clearInterval(timer);
      index++;
      const text = `${index} of ${total}: ${name}`;
      if (!output.isInteractive) return output.err(`${text}\n`);
      const start = performance.now();
      const show = () =>
        output.err(`${erase}${bar((index - 1) / total)} ${text} (${Math.round((performance.now() - start) / 1000)} s)`);
      show();
      timer = setInterval(show, 1000).unref();
    },
    end() {
      clearInterval(timer);
      if (output.isInteractive && index > 0) output.err(erase);
      index = 0;
    },
  };
}

function bar(share: number): string {
  const filled = Math.min(barWidth, Math.round(share * barWidth));
  return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)}`;
}
