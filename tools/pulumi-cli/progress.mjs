// Progress messages: one changing line on a terminal, a line every 15 seconds elsewhere.
const REDRAW_MS = 1000;
const LINE_EVERY_MS = 15_000;

const BAR_WIDTH = 30;

/**
 * The same bar as in provider/cli/progress.ts, which these tools cannot use: they run before anything is installed, also on older
 * versions of Node.
 */
function bar(share) {
  const filled = Math.min(BAR_WIDTH, Math.round(share * BAR_WIDTH));
  return `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
}

/**
 * `say(line)` prints a line. `during(describe, action, share)` shows `describe()` with the elapsed seconds while `action` runs, on a
 * terminal behind a bar where `share()` returns how much is done.
 * Output goes to `log`, by default stderr: stdout belongs to the command that needs the CLI.
 */
export function createProgress(log) {
  const terminal = log === undefined && process.stderr.isTTY;
  const write = log ?? ((line) => process.stderr.write(`${line}\n`));
  const erase = () => terminal && process.stderr.write("\r\x1b[2K");
  const say = (line) => {
    erase();
    write(line);
  };

  async function during(describe, action, share) {
    const start = Date.now();
    const show = () => {
      const line = `${describe()} (${Math.round((Date.now() - start) / 1000)} s)`;
      if (!terminal) return write(line);
      erase();
      const done = share?.();
      const shown = done === undefined ? line : `${bar(done)} ${line}`;
      process.stderr.write(shown.slice(0, (process.stderr.columns ?? 80) - 1));
    };
    const timer = setInterval(show, terminal ? REDRAW_MS : LINE_EVERY_MS);
    try {
      return await action();
    } finally {
      clearInterval(timer);
      erase();
    }
  }

  return { say, during };
}
