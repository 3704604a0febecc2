import fc from "fast-check";
import { on, template } from "../../helpers/declared.ts";
import { each, type Meaning, of, options, switchedOff } from "./meaning.ts";

/** Options by the rule that forbids any two of them, or the two named. */
const clashes: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "host-header-clash": [["hostHeader", "forward_host_header"]],
  "query-string-clash": [
    ["ignoreQueryString", "query_params_whitelist"],
    ["ignoreQueryString", "query_params_blacklist"],
    ["query_params_whitelist", "query_params_blacklist"],
  ],
  "redirect-clash": [["redirect_http_to_https", "redirect_https_to_http"]],
  "slice-compression-clash": [
    ["slice", "gzipOn"],
    ["slice", "brotli_compression"],
    ["fetch_compressed", "gzipOn"],
    ["fetch_compressed", "brotli_compression"],
    ["slice", "fetch_compressed"],
  ],
};

/** Values with which an option is on. */
const values: Readonly<Record<string, unknown>> = {
  hostHeader: "origin.example.com",
  query_params_whitelist: ["size"],
  query_params_blacklist: ["session"],
  brotli_compression: ["text/html"],
};
const turnedOn = (name: string) => ({ [name]: on(values[name] ?? true) });
/** Ways to leave an option without effect. */
const without = (name: string) => [
  switchedOff(turnedOn(name)),
  { [name]: null },
  { [name]: undefined },
  { [name]: { value: true } },
  { [name]: on(false) },
];

const clashMeaning = (pairs: readonly (readonly [string, string])[]): Meaning => ({
  bypass: each(pairs, ([one, other]) =>
    fc.boolean().map((isReversed) => ({
      ...options(isReversed ? { ...turnedOn(other), ...turnedOn(one) } : { ...turnedOn(one), ...turnedOn(other) }),
      message: `options.${other}: must not be on together with options.${one}`,
    })),
  ),
  honest: [
    ...each(pairs, ([one, other]) => of(...without(one)).map((off) => options({ ...off, ...turnedOn(other) }))),
    ...each(pairs, ([one, other]) => of(...without(other)).map((off) => options({ ...turnedOn(one), ...off }))),
  ],
});

const placed = (rule: unknown, weight: unknown, name: string) => template({ rule, weight }, { name });

export const templateMeanings: Readonly<Record<string, Meaning>> = {
  ...Object.fromEntries(Object.entries(clashes).map(([name, pairs]) => [name, clashMeaning(pairs)])),
  "no-legacy-rule-type": {
    bypass: [fc.constant({ resources: [template({ ruleType: 1 })], message: "ruleType: must be 0; got 1" })],
    honest: each([0, 2, null, undefined], (ruleType) => ({ resources: [template({ ruleType })] })),
  },
  "shadowed-rule-templates": {
    bypass: [
      ...each(["images/", "/images/", "/"], (rule) =>
        fc.tuple(of(rule, rule.replace(/^\//, "")), fc.integer({ min: 1, max: 99 })).map(([other, weight]) => ({
          resources: [
            placed(other, weight, "a"),
            placed("/b/", weight, "b"),
            placed(rule, weight, "c"),
            placed(rule, weight, "d"),
          ],
          message: `"c" and "a" both have rule ${rule} and weight ${weight}`,
        })),
      ),
    ],
    honest: [
      fc
        .uniqueArray(fc.tuple(of("/a/", "/b/", "//a/", "a", "/a"), of(1, 2, 11)), {
          selector: ([rule, weight]) => `${rule.replace(/^\//, "")} ${weight}`,
        })
        .map((all) => ({ resources: all.map(([rule, weight], at) => placed(rule, weight, `t${at}`)) })),
      // Without a weight, the platform chooses one.
      ...each(
        [
          [undefined, 1],
          ["/a/", undefined],
          [undefined, undefined],
        ],
        ([rule, weight]) => ({
          resources: [placed(rule, weight, "a"), placed(rule, weight, "b")],
        }),
      ),
    ],
  },
};
