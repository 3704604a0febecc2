import { child, metadataOf, unwrap } from "../schema/index.ts";
import { type Decoded, decodings } from "./redact-decodings.ts";

type Schema = Parameters<typeof unwrap>[0];

/** Removes secrets from a text. */
export type Redact = (text: string) => string;

/** A range of the original text; the end is exclusive. */
type Range = [start: number, end: number];

/**
 * Replaces secrets in a text, however the response encodes them: escaped (JSON, Python, Go), percent- or form-encoded, as HTML
 * entities, in Base64, in hexadecimal, or in one of these within another.
 */
export class Redactor {
  readonly #mark: string;
  readonly #others: Redactor | undefined;
  readonly #secrets = new Set<string>();
  /** Secrets whose needles are not computed yet: most operations never redact a text. */
  #added: string[] = [];
  readonly #needles: Needle[] = [];

  /** @param others A redactor whose secrets are replaced too, including those added to it later. */
  constructor(secrets: Iterable<string>, { mark = "[redacted]", others }: { mark?: string; others?: Redactor } = {}) {
    this.#mark = mark;
    this.#others = others;
    this.add(secrets);
  }

  add(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      if (this.#secrets.has(secret)) continue;
      this.#secrets.add(secret);
      this.#added.push(secret);
    }
  }

  readonly redact: Redact = (text) => {
    const needles = this.#allNeedles();
    if (needles.length === 0 || text === "") return text;
    const ranges = decodings(text).flatMap((decoded) => {
      const texts: Texts = {
        word: decoded.text,
        text: decoded.text,
        base64: decoded.text.replaceAll("-", "+").replaceAll("_", "/"),
        // The text must keep its length, which lower-casing letters of some other scripts would change.
        hex: decoded.text.replace(/[A-F]/g, (letter) => letter.toLowerCase()),
      };
      return needles.flatMap((needle) => rangesOf(needle, decoded, texts));
    });
    return replaced(text, ranges, this.#mark);
  };

  #allNeedles(): readonly Needle[] {
    for (const secret of this.#added) this.#needles.push(...needlesOf(secret));
    this.#added = [];
    return this.#others === undefined ? this.#needles : [...this.#others.#allNeedles(), ...this.#needles];
  }
}

/** Creates a {@link Redactor} for a fixed set of secrets. */
export function redactor(secrets: Iterable<string>, mark?: string): Redact {
  return new Redactor(secrets, { mark }).redact;
}

interface Needle {
  text: string;
  kind: "word" | "text" | "base64" | "hex";
}

/** A shorter secret is part of many words, and so is a short one of letters only: it is replaced only as a whole word. */
const minLengthWithinWords = 4;

/** Such as the emulator's key `local`, in `ssd_local`. */
const word = /^\p{L}{1,7}$/u;

function needlesOf(secret: string): Needle[] {
  // A text that quotes a secret often trims it.
  const forms = [...new Set([secret, secret.trim()])].filter((form) => form.trim() !== "");
  return forms.flatMap((text): Needle[] => {
    if ([...text].length < minLengthWithinWords) return [{ text, kind: "word" }];
    return [
      { text, kind: word.test(text) ? "word" : "text" },
      { text: Buffer.from(text, "utf8").toString("hex"), kind: "hex" },
      ...base64Of(text).map((core): Needle => ({ text: core, kind: "base64" })),
    ];
  });
}

/** The digits that depend only on the secret, for each of the three offsets at which it can begin within a Base64 text. */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [0, 1, 2].map((offset) => {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return digits.slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + bytes.length)) / 6));
  });
}

/** A decoded text, prepared for the search of each kind of needle; all have the same length. */
type Texts = Readonly<Record<Needle["kind"], string>>;

function rangesOf({ text: needle, kind }: Needle, decoded: Decoded, texts: Texts): Range[] {
  const text = texts[kind];
  const ranges: Range[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    let start = at;
    let end = at + needle.length;
    if (kind === "word" && (isWordPart(text[start - 1]) || isWordPart(text[end]))) continue;
    if (kind === "base64") {
      // The digits at both ends mix bits of the secret with bits of its neighbors.
      if (isDigit(text[start - 1])) start--;
      if (isDigit(text[end])) end++;
      while (text[end] === "=") end++;
    }
    ranges.push([decoded.starts[start] ?? 0, decoded.starts[end] ?? 0]);
  }
  return ranges;
}

function isWordPart(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}_]/u.test(unit);
}

function isDigit(unit: string | undefined): boolean {
  return unit !== undefined && /[A-Za-z0-9+/]/.test(unit);
}

function replaced(text: string, ranges: Range[], mark: string): string {
  let result = "";
  let end = 0;
  let isOpen = false;
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    // Overlapping ranges of several encodings and secrets are merged.
    if (from > end || !isOpen) result += text.slice(end, from) + mark;
    isOpen = true;
    end = Math.max(end, to);
  }
  return result + text.slice(end);
}

/** Values of a body that the schema marks as secret. */
export function secretsOf(schema: Schema | undefined, value: unknown): string[] {
  if (schema === undefined || value === null || value === undefined) return [];
  if (metadataOf(schema).secret === true) return textsOf(value);
  if (typeof value !== "object") return [];
  const bare = unwrap(schema);
  return Object.entries(value).flatMap(([key, element]) => secretsOf(child(bare, key), element));
}

/** Numbers with fewer digits occur in too many texts, and need no protection. */
const minDigits = 4;

/** All texts below a value that is secret as a whole; numbers only if they are long enough to reveal something. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (typeof value === "number" || typeof value === "bigint") {
    const digits = String(value);
    return digits.length < minDigits ? [] : [digits];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsOf);
}
