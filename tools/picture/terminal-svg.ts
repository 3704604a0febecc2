const [lineHeight, fontSize, margin, bar] = [18, 13, 16, 30];
/** A character of the widest of the fonts. */
const characterWidth = 8.2;

/** A terminal with a command and its output, in colors that are readable on light and dark pages. */
export function terminalSvg(command: string, lines: readonly string[]): string {
  const all = [`$ ${command}`, ...lines];
  const width = Math.ceil(Math.max(...all.map((line) => line.length)) * characterWidth) + 2 * margin;
  const height = bar + all.length * lineHeight + 2 * margin;
  const texts = all.map((line, index) => {
    const y = bar + margin + index * lineHeight + fontSize;
    return `  <text x="${margin}" y="${y}" fill="${colorOf(line)}" xml:space="preserve">${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${fontSize}">`,
    `  <title>Output of ${escaped(command)}</title>`,
    `  <rect width="${width}" height="${height}" rx="8" fill="#1e2430"/>`,
    ...["#ec6a5e", "#f4bf4f", "#61c554"].map(
      (color, index) => `  <circle cx="${margin + 6 + index * 18}" cy="${bar / 2 + 2}" r="5" fill="${color}"/>`,
    ),
    ...texts.filter((line) => !line.includes('preserve"></text>')),
    "</svg>\n",
  ].join("\n");
}

function colorOf(line: string): string {
  if (line.startsWith("$")) return "#ffffff";
  if (/^ \+ |^ {4}\+ /.test(line)) return "#7ddf96";
  return /^\S.*:?$/.test(line) ? "#8cc8ff" : "#d5dbe6";
}

function escaped(text: string): string {
  // Not every machine has a font with emoji.
  return text.replaceAll("✅", "✓").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
