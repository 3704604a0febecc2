/** Transient progress, which a terminal overwrites. */
const passing = /^@ updating|^Loading policy packs|\bcreating \(|^Created stack/;

/**
 * Returns the lines of `npm start` that stay on the screen, without what differs between runs: durations, the port, and the order
 * in which resources are created, which determines their ids.
 */
export function quickstartLines(output: string): string[] {
  const lines = output
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => !passing.test(line))
    .map((line) => line.replace(/\([\d.]+m?s\)/, "(1s)").replace(/^Duration: .*/, "Duration: 4s"))
    .map((line) => line.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8787"));
  const start = lines.findIndex((line) => line.startsWith("Updating"));
  const created = lines.filter((line) => line.includes(" created (")).toSorted();
  const rest = lines.slice(start + 1).filter((line) => !created.includes(line));
  let id = 78;
  return [
    ...["Updating (dev):", ...created, "", ...rest.filter((line, index) => line !== "" || rest[index - 1] !== "")],
  ]
    .map((line) => line.replace(/: "\d+"$/, () => `: "${id++}"`))
    .filter((line, index, all) => line !== "" || (all[index - 1] ?? "") !== "")
    .join("\n")
    .trim()
    .split("\n");
}
