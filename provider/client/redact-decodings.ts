/** A decoded text, with the position in the original at which each of its UTF-16 units begins. */
export interface Decoded {
  text: string;
  /** Has one entry more than the text has units: the last is the end. */
  starts: Int32Array;
}

/** A piece of decoded text, and where its source begins within the token. */
type Part = readonly [text: string, at: number];

interface Decoder {
  /** Matches encoded text. */
  token: RegExp;
  /** Decodes a match; undefined leaves it unchanged. */
  read(match: RegExpExecArray): readonly Part[] | undefined;
}

const byte = "[0-9A-Fa-f]{2}";

/** Backslash escapes of JSON, JavaScript, Python and Go. `\xe9` is a character in some of them and a byte in others. */
function backslash(byteRuns: boolean): Decoder {
  const bytes = `\\\\x${byte}|\\\\[0-3][0-7]{2}`;
  const forms = [
    byteRuns ? `((?:${bytes})+)` : `(${bytes})`,
    "\\\\u\\{([0-9A-Fa-f]{1,6})\\}|\\\\u([0-9A-Fa-f]{4})|\\\\U([0-9A-Fa-f]{8})",
    "\\\\([abfnrtv])",
    // Any character but a letter or digit stands for itself after a backslash.
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

/** As in a query string, a plus is a space. */
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

/** Decodes bytes, each matched as hex or octal digits, to characters. Invalid UTF-8 is read as Latin-1. */
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

/** Maximum nesting of encodings, such as a JSON body quoted in the message of a JSON response. */
const maxDepth = 3;

/** Returns all texts that a text may stand for, starting with itself: undoes each encoding, also nested ones. */
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

/** Characters by the name of their HTML entity: those of ASCII, and the letters and signs of Latin-1. */
export const entities = new Map<string, string>();

const punctuation: Record<string, string> = {
  '"': "quot QUOT",
  "&": "amp AMP",
  "'": "apos",
  "<": "lt LT",
  ">": "gt GT",
  "\t": "Tab",
  "\n": "NewLine",
  "!": "excl",
  "#": "num",
  $: "dollar",
  "%": "percnt",
  "(": "lpar",
  ")": "rpar",
  "*": "ast midast",
  "+": "plus",
  ",": "comma",
  ".": "period",
  "/": "sol",
  ":": "colon",
  ";": "semi",
  "=": "equals",
  "?": "quest",
  "@": "commat",
  "[": "lsqb lbrack",
  "\\": "bsol",
  "]": "rsqb rbrack",
  "^": "Hat",
  _: "lowbar UnderBar",
  "`": "grave DiacriticalGrave",
  "{": "lcub lbrace",
  "|": "verbar vert VerticalLine",
  "}": "rcub rbrace",
};
for (const [character, names] of Object.entries(punctuation))
  for (const name of names.split(" ")) entities.set(name, character);

/** U+00A0 to U+00FF. */
const latin1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml";
for (const [index, name] of latin1.split(" ").entries()) entities.set(name, String.fromCharCode(0xa0 + index));
