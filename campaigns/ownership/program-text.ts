import type { Declared } from "./kinds.ts";

/** A program in one line, for people who examine a seed. */
export function programText(desired: readonly Declared[]): string {
  const texts = desired.map(({ kind, logical, name, variant, aliases = [], adopt, mayBeSecond, provider }) => {
    const options = [...aliases.map((alias) => ` was ${alias}`), ...(adopt === undefined ? [] : [` import ${adopt}`])];
    if (provider === "native") options.push(" native");
    if (mayBeSecond === true) options.push(" allowDuplicate");
    return `${logical}${options.join("")} ("${name}"${kind === "reservation" ? "" : ` v${variant}`})`;
  });
  return `[${texts.join(", ")}]`;
}
