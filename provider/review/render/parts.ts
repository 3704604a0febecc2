import { counted } from "../../values/counted.ts";
import type { Review } from "../model/schema.ts";
import type { Line, Screen, Section, Span } from "./screen.ts";
import { value } from "./value.ts";

export function quotaSection({ quotas }: Review): Section {
  const words = { exceeded: "is exceeded", "above-threshold": "is above the threshold" };
  const below = quotas.entries.filter((one) => one.state === "below").map(({ name }) => name);
  const lines = quotas.entries.flatMap((one): Line[] => {
    if (one.state === "below") return [];
    const after = one.usage + one.change;
    const place = one.regionId === undefined ? "" : ` in region ${one.regionId}`;
    const text = `${place}: ${one.usage} → ${after} of ${one.limit}, ${words[one.state]} of ${one.threshold} %`;
    return [{ spans: [value(one.name), text], tone: one.state === "exceeded" ? "bad" : "warn" }];
  });
  return {
    title: "Quotas",
    noun: "quota",
    importance: 1,
    lines: [...lines, ...belowLines(below), ...quotas.notes.map((text): Line => ({ spans: [value(text, 300)] }))],
  };
}

/** One line for all quotas below the threshold. */
function belowLines(names: readonly string[]): Line[] {
  if (names.length === 0) return [];
  return [{ spans: [`${counted(names.length, "quota")} below the threshold: `, value(names.join(", "), 300)] }];
}

export function cdnSection({ cdn }: Review): Section {
  const risky = cdn.patterns.map(
    (one): Line => ({
      spans: [value(one.name), ": the pattern ", value(one.rule), " ", value(one.problem, 300)],
      tone: "warn",
    }),
  );
  const urls = cdn.urls.map((one): Line => {
    const details: Span[][] = [
      ["Before: ", value(one.before.join(", ") || "no template", 300)],
      ["After: ", value(one.after.join(", ") || "no template", 300)],
      ...one.changes.map((text): Span[] => [value(text, 300)]),
      ...one.open.map((text): Span[] => ["Open: ", value(text, 300)]),
    ];
    return {
      spans: [value(one.url, 200), one.changes.length === 0 ? ": nothing changes" : ""],
      details: one.changes.length + one.open.length === 0 ? undefined : details,
    };
  });
  return {
    title: "CDN requests",
    noun: "URL",
    importance: 5,
    lines: [...risky, ...urls, ...cdn.open.map((text): Line => ({ spans: [text] }))],
  };
}

export function footerOf(review: Review): Screen["footer"] {
  const versions = Object.entries(review.versions).map(([name, version]) => `${name} ${version}`);
  const footer: [string, Span | undefined][] = [
    ["Digest", value(review.digest)],
    ["Stack", value(`${review.project}/${review.stack}`)],
    ["Platform", value(review.platforms.join(", ") || "none configured", 300)],
    ["Commit", review.commit === undefined ? undefined : value(review.commit)],
    [
      "State",
      value(
        `${review.state.digest.slice(0, 23)}${review.state.updatedAt === undefined ? "" : `, written ${review.state.updatedAt}`}`,
      ),
    ],
    ["Versions", value(versions.join(", "), 300)],
    ["Made", value(review.createdAt)],
    ["Expires", review.kind === "change" ? value(review.expiresAt) : undefined],
    [
      "Apply with",
      isApplicable(review)
        ? value(
            ["npx cloudplatform apply", ...review.arguments.map(quoted), "--digest", review.digest].join(" "),
            1_000,
          )
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
