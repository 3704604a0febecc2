export const lineHeight = 18;
export const margin = 16;
/** Width of a character in the widest of the fonts. */
export const characterWidth = 8.2;

const [fontSize, bar] = [13, 30];

/** Vertical position of a row's text. */
export const rowTop = (row: number) => bar + margin + row * lineHeight + fontSize;

/** The window of a terminal around its lines, in colors that are readable on light and dark pages. */
export function frameOf(title: string, width: number, contentHeight: number, content: readonly string[]): string {
  const height = bar + contentHeight + 2 * margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${fontSize}">`,
    `  <title>${escaped(title)}</title>`,
    `  <rect width="${width}" height="${height}" rx="8" fill="#1e2430"/>`,
    ...["#ec6a5e", "#f4bf4f", "#61c554"].map(
      (color, index) => `  <circle cx="${margin + 6 + index * 18}" cy="${bar / 2 + 2}" r="5" fill="${color}"/>`,
    ),
    ...content,
    "</svg>\n",
  ].join("\n");
}

export function escaped(text: string): string {
  // Not every machine has a font with emoji.
  return text.replaceAll("✅", "✓").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
