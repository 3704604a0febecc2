import { entities } from "./entities.ts";

/** A text as a decoder reads it, with the place in the original where each of its UTF-16 units begins. */
export interface Decoded {
  text: string;
  /** One more than there are units: the last is the end. */
  starts: Int32Array;
}

/** A part of a decoded text and where it begins within what was decoded. */
type Part = readonly [text: string, at: number];

interface Decoder {
  /** What stands for another text. */
  token: RegExp;
  /** Its meaning; undefined: it stands for itself. */
  read(match: RegExpExecArray): readonly Part[] | undefined;
}

const byte = "[0-9A-Fa-f]{2}";

/** Backslash escapes of JSON, JavaScript, Python and Go. `\xe9` is a character in some and a byte in others. */
function backslash(byteRuns: boolean): Decoder {
  const bytes = `\\\\x${byte}|\\\\[0-3][0-7]{2}`;
  const forms = [
    byteRuns ? `((?:${bytes})+)` : `(${bytes})`,
    "\\\\u\\{([0-9A-Fa-f]{1,6})\\}|\\\\u([0-9A-Fa-f]{4})|\\\\U([0-9A-Fa-f]{8})",
    "\\\\([abfnrtv])",
    // Before anything but a letter or digit a backslash changes nothing.
    "\\\\([^\\p{L}\\p{N}])",
  ];
  return {
    token: new RegExp(forms.join("|"), "gu"),
    read([token, codes, braced, short, long, letter, other]) {
      if (codes !== undefined) return utf8(codes.matchAll(/\\x(..)|\\([0-7]{3})/g), byteRuns);
      const point = braced ?? short ?? long;
      if (point !== undefined) return character(Number.parseInt(point, 16));
      if (letter !== undefined) return [[letterEscapes[letter] ?? token, 0]];
      return [[other ?? token, 0]];
    },
  };
}

const letterEscapes: Record<string, string> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const percent: Decoder = {
  token: new RegExp(`(?:%${byte})+`, "g"),
  read: ([run]) => utf8(run.matchAll(/%(..)/g), true),
};

/** As in a query: a plus is a space. */
const form: Decoder = {
  token: new RegExp(`\\+|(?:%${byte})+`, "g"),
  read: ([run]) => (run === "+" ? [[" ", 0]] : utf8(run.matchAll(/%(..)/g), true)),
};

const html: Decoder = {
  token: /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,24}));?/g,
  read([, decimal, hex, name]) {
    if (name === undefined) return character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    const known = entities.get(name);
    return known === undefined ? undefined : [[known, 0]];
  },
};

const decoders = [backslash(false), backslash(true), percent, form, html];

function character(point: number): readonly Part[] | undefined {
  return point > 0x10ffff ? undefined : [[String.fromCodePoint(point), 0]];
}

/** Bytes, each matched as hex or octal digits, as characters. What is no UTF-8 is taken as Latin-1. */
function utf8(matches: Iterable<RegExpExecArray>, joined: boolean): Part[] {
  const bytes = [...matches].map((match) => ({
    value: match[1] === undefined ? Number.parseInt(match[2] ?? "", 8) : Number.parseInt(match[1], 16),
    at: match.index,
  }));
  const parts: Part[] = [];
  for (let index = 0; index < bytes.length; ) {
    const { value = 0, at = 0 } = bytes[index] ?? {};
    const length = joined ? sequenceLength(value) : 1;
    const sequence = bytes.slice(index, index + length).map((one) => one.value);
    const read = length > 1 ? Buffer.from(sequence).toString("utf8") : String.fromCharCode(value);
    const isWhole = sequence.length === length && !read.includes("\ufffd");
    parts.push([isWhole ? read : String.fromCharCode(value), at]);
    index += isWhole ? length : 1;
  }
  return parts;
}

function sequenceLength(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}

function decode({ text, starts }: Decoded, { token, read }: Decoder): Decoded | undefined {
  let result = "";
  const places: number[] = [];
  const take = (part: string, at: number, follows: boolean) => {
    for (let index = 0; index < part.length; index++) places.push(starts[follows ? at + index : at] ?? 0);
    result += part;
  };
  let end = 0;
  for (const match of text.matchAll(token)) {
    const parts = read(match);
    if (parts === undefined) continue;
    take(text.slice(end, match.index), end, true);
    for (const [part, at] of parts) take(part, match.index + at, false);
    end = match.index + match[0].length;
  }
  if (end === 0) return undefined;
  take(text.slice(end), end, true);
  places.push(starts[text.length] ?? 0);
  return { text: result, starts: Int32Array.from(places) };
}

/** Encodings within encodings, such as a JSON body that is quoted within the message of a JSON answer. */
const maxDepth = 3;

/** All texts that a text may stand for, itself first: each of the encodings is undone, also one within another. */
export function decodings(text: string): Decoded[] {
  const starts = Int32Array.from({ length: text.length + 1 }, (_, index) => index);
  const found: Decoded[] = [{ text, starts }];
  const seen = new Set([text]);
  let last = found.slice();
  for (let depth = 0; depth < maxDepth; depth++) {
    last = last.flatMap((one) => decoders.flatMap((decoder) => decode(one, decoder) ?? []));
    last = last.filter((one) => !seen.has(one.text) && seen.add(one.text));
    found.push(...last);
  }
  return found;
}
