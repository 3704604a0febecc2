import { characterWidth, escaped, frameOf, lineHeight, margin, rowTop } from "./terminal-frame.ts";

/** A terminal with a command and its output. */
export function terminalSvg(command: string, lines: readonly string[]): string {
  const all = [`$ ${command}`, ...lines];
  const width = Math.ceil(Math.max(...all.map((line) => line.length)) * characterWidth) + 2 * margin;
  const texts = all.map(
    (line, index) =>
      `  <text x="${margin}" y="${rowTop(index)}" fill="${colorOf(line)}" xml:space="preserve">${escaped(line)}</text>`,
  );
  const shown = texts.filter((line) => !line.includes('preserve"></text>'));
  return frameOf(`Output of ${command}`, width, all.length * lineHeight, shown);
}

export function colorOf(line: string): string {
  if (line.startsWith("$")) return "#ffffff";
  if (/^ \+ |^ {4}\+ /.test(line)) return "#7ddf96";
  return /^\S.*:?$/.test(line) ? "#8cc8ff" : "#d5dbe6";
}
