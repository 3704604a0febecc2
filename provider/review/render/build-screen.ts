import { counted } from "../../values/counted.ts";
import type { Review } from "../model/schema.ts";
import { type Screen, type Span, sentence, value } from "./screen.ts";
import { sectionsOf } from "./sections.ts";
import { tilesOf } from "./tiles.ts";

/** The review as one screen, in reading order. */
export function screenOf(review: Review): Screen {
  return {
    title: titleOf(review.kind),
    stack: `${review.project}/${review.stack}`,
    level: review.verdict.level,
    verdict: verdictSpans(review, review.drift.length),
    summary: [{ spans: countSpans(review.counts) }],
    tiles: tilesOf(review),
    sections: sectionsOf(review).filter((section) => section.lines.length > 0),
    footer: footerOf(review),
    marker: `cloudplatform-${review.kind} ${review.project}/${review.stack}`,
  };
}

export function titleOf(kind: Review["kind"]): string {
  return kind === "drift" ? "Drift report" : "Review";
}

const levels = { safe: "Safe", attention: "Needs attention", blocked: "Blocked" } as const;

export function verdictSpans({ verdict, kind }: Pick<Review, "verdict" | "kind">, drifted: number): Span[] {
  if (kind === "drift" && verdict.level !== "blocked")
    return [
      { strong: drifted === 0 ? "No drift" : "Drift" },
      drifted === 0 ? "" : `: ${counted(drifted, "resource")} differ${drifted === 1 ? "s" : ""} from the state`,
    ];
  return [{ strong: levels[verdict.level] }, verdict.reasons.length === 0 ? "" : `: ${verdict.reasons.join("; ")}`];
}

export function countSpans(counts: Review["counts"]): Span[] {
  const words = Object.entries(counts).filter(
    ([name, count]) => count > 0 || ["create", "update", "replace", "delete"].includes(name),
  );
  return [words.map(([name, count]) => `${count} ${name === "state" ? "in state only" : name}`).join(" · ")];
}

function footerOf(review: Review): Screen["footer"] {
  const versions = Object.entries(review.versions).map(([name, version]) => `${name} ${version}`);
  const footer: [string, Span | undefined][] = [
    ["Digest", value(review.digest)],
    ["Stack", value(`${review.project}/${review.stack}`)],
    ["Platform", sentence(review.platforms.join(", ") || "none configured")],
    ["Commit", review.commit === undefined ? undefined : value(review.commit)],
    [
      "State",
      value(
        `${review.state.digest.slice(0, 23)}${review.state.updatedAt === undefined ? "" : `, written ${review.state.updatedAt}`}`,
      ),
    ],
    ["Versions", sentence(versions.join(", "))],
    ["Made", value(review.createdAt)],
    ["Expires", review.kind === "change" ? value(review.expiresAt) : undefined],
    [
      "Apply with",
      isApplicable(review)
        ? { value: ["npx cloudplatform apply", ...review.arguments.map(quoted), "--digest", review.digest].join(" ") }
        : undefined,
    ],
  ];
  return footer.flatMap(([label, span]) => (span === undefined ? [] : [[label, span] as const]));
}

function isApplicable({ kind, verdict }: Review): boolean {
  return kind === "change" && verdict.level !== "blocked";
}

/** Quotes an argument for a shell. */
export function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
