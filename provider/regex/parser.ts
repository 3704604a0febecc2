/** Code units from one to another, both included. */
export type Range = readonly [from: number, to: number];

/** Stand-ins for the beginning and the end of a text: `^` and `$` read them. */
export const textStart = -1;
export const textEnd = 0x10000;

export type PatternNode =
  | { kind: "characters"; ranges: readonly Range[] }
  | { kind: "sequence" | "choice"; parts: readonly PatternNode[] }
  | { kind: "repeat"; part: PatternNode; minimum: number; maximum: number };

/** A pattern with this feature gets no verdict: what it matches depends on more than the next character. */
class UnsupportedError extends Error {}

const all: readonly Range[] = [[0, 0xffff]];
const classes: Record<string, readonly Range[]> = {
  d: [[48, 57]],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  s: [
    [9, 13],
    [32, 32],
  ],
};
const controls: Record<string, string> = { t: "\t", n: "\n", v: "\v", f: "\f", r: "\r", "0": "\0" };

/** Parses a regular expression that JavaScript accepts. Undefined: it has lookarounds, back references or similar features. */
export function parsePattern(pattern: string): PatternNode | undefined {
  try {
    const parser = new Parser(pattern);
    return parser.choice();
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  choice(): PatternNode {
    const parts = [this.#sequence()];
    while (this.#eat("|")) parts.push(this.#sequence());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "choice", parts };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#text.length && !"|)".includes(this.#text[this.#at] ?? "")) parts.push(this.#repeated());
    return { kind: "sequence", parts };
  }

  #repeated(): PatternNode {
    let node = this.#atom();
    for (let bounds = this.#bounds(); bounds !== undefined; bounds = this.#bounds()) {
      node = { kind: "repeat", part: node, minimum: bounds[0], maximum: bounds[1] };
      this.#eat("?");
    }
    return node;
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#eat("*")) return [0, Number.POSITIVE_INFINITY];
    if (this.#eat("+")) return [1, Number.POSITIVE_INFINITY];
    if (this.#eat("?")) return [0, 1];
    const [whole, minimum, comma, maximum] = /^\{(\d+)(,?)(\d*)\}/.exec(this.#text.slice(this.#at)) ?? [];
    if (whole === undefined) return undefined;
    this.#at += whole.length;
    const unlimited = comma === "" ? Number(minimum) : Number.POSITIVE_INFINITY;
    return [Number(minimum), maximum === "" ? unlimited : Number(maximum)];
  }

  #atom(): PatternNode {
    const character = this.#next();
    if (character === "(") return this.#group();
    if (character === "[") return characters(this.#class());
    if (character === ".") return characters(negated([[10, 10]]));
    if (character === "^") return characters([[textStart, textStart]]);
    if (character === "$") return characters([[textEnd, textEnd]]);
    if (character === "\\") return characters(this.#escape());
    return characters(single(character));
  }

  #group(): PatternNode {
    if (this.#eat("?") && !this.#eat(":")) {
      const [name] = /^<\w+>/.exec(this.#text.slice(this.#at)) ?? [];
      if (name === undefined) throw new UnsupportedError();
      this.#at += name.length;
    }
    const node = this.choice();
    if (!this.#eat(")")) throw new UnsupportedError();
    return node;
  }

  #class(): readonly Range[] {
    const isNegated = this.#eat("^");
    const ranges: Range[] = [];
    while (!this.#eat("]")) {
      const from = this.#member();
      const isRange = this.#text[this.#at] === "-" && this.#text[this.#at + 1] !== "]";
      if (!isRange) {
        ranges.push(...from);
        continue;
      }
      this.#at++;
      const to = this.#member();
      const [[first, firstEnd], [last, lastEnd]] = [from[0] ?? [0, 1], to[0] ?? [0, 1]];
      if (first !== firstEnd || last !== lastEnd) throw new UnsupportedError();
      ranges.push([first, last]);
    }
    return isNegated ? negated(ranges) : ranges;
  }

  #member(): readonly Range[] {
    const character = this.#next();
    if (character !== "\\") return single(character);
    return this.#eat("b") ? single("\b") : this.#escape();
  }

  #escape(): readonly Range[] {
    const character = this.#next();
    const known = classes[character.toLowerCase()];
    if (known !== undefined) return character === character.toLowerCase() ? known : negated(known);
    const control = controls[character];
    if (control !== undefined && !/\d/.test(this.#text[this.#at] ?? "")) return single(control);
    const [hex] = /^(?:x[\da-fA-F]{2}|u[\da-fA-F]{4})/.exec(character + this.#text.slice(this.#at)) ?? [];
    if (hex !== undefined) {
      this.#at += hex.length - 1;
      return single(String.fromCharCode(Number.parseInt(hex.slice(1), 16)));
    }
    // Boundaries, back references, control letters and properties.
    if (/[A-Za-z0-9]/.test(character)) throw new UnsupportedError();
    return single(character);
  }

  #eat(text: string): boolean {
    const isNext = this.#text[this.#at] === text;
    if (isNext) this.#at++;
    return isNext;
  }

  #next(): string {
    const character = this.#text[this.#at++];
    if (character === undefined) throw new UnsupportedError();
    return character;
  }
}

function characters(ranges: readonly Range[]): PatternNode {
  return { kind: "characters", ranges };
}

function single(character: string): readonly Range[] {
  const code = character.charCodeAt(0);
  return [[code, code]];
}

function negated(ranges: readonly Range[]): readonly Range[] {
  let left = all;
  for (const [from, to] of ranges)
    left = left.flatMap(([first, last]): Range[] =>
      to < first || from > last
        ? [[first, last]]
        : [...(first < from ? [[first, from - 1] as const] : []), ...(to < last ? [[to + 1, last] as const] : [])],
    );
  return left;
}
