/** A pattern in which `*` matches any text, line breaks included. */
export function globPattern(glob: string): RegExp {
  const escaped = glob.split("*").map((text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "s");
}
