import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BehaviorName,
  type BehaviorSettings,
  behaviorNames,
  behaviorTable,
  type EmulatorOptions,
} from "@cloudplatform/emulator";
import { type ConformanceReport, conformanceReport, endpoints } from "@cloudplatform/pulumi/api";
import { readSettings } from "@cloudplatform/pulumi/client";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { nameGuard } from "../../provider/cli/doctor/conformance/names.ts";
import { controlOf } from "../helpers/control.ts";
import { isOwn, isRest, testOnce } from "../helpers/rest.ts";
import { commandLine } from "./command-line.ts";
import { accountOf, accountRecords } from "./conformance-account.ts";

const folder = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(folder, { recursive: true }));
const output = join(folder, "report.json");
const records = await accountRecords();

const settings = { CLOUDPLATFORM_PROJECT_ID: "1", CLOUDPLATFORM_REGION_ID: "76", CLOUDPLATFORM_CLIENT_ID: "5" };

/** Runs `doctor --conformance` against an account on an emulator with these options. */
async function conformance(options: Partial<EmulatorOptions>, account = records) {
  await using emulator = await accountOf(account, options);
  const args = ["doctor", "--conformance", "--yes", "--output", output];
  const ran = await commandLine(emulator.url, args, { environment: settings });
  const requests = emulator.platform.requests.list({});
  expect(ran.code, ran.err).toBeOneOf([0, 4]);
  const text = readFileSync(output, "utf8");
  return { ...ran, text, report: conformanceReport.parse(JSON.parse(text)), requests };
}

const behaviorOf = ({ behaviors }: ConformanceReport, name: BehaviorName) => behaviors.find((one) => one.name === name);

const standard = await conformance({});

testOnce("an emulator with its defaults conforms, and only GET requests are sent, each printed before", () => {
  expect(standard.report.deviations).toEqual([]);
  expect(standard.code).toBe(0);
  expect(standard.out).toContain("No response deviates from the contract.");
  expect(standard.requests.map(({ method }) => method)).toEqual(standard.requests.map(() => "GET"));
  expect(standard.err.trim().split("\n")).toHaveLength(standard.requests.length);
});

testOnce("without --yes the requests are listed and none is sent", async () => {
  await using emulator = await accountOf(records, {});
  const { code, out } = await commandLine(emulator.url, ["doctor", "--conformance"], { environment: settings });
  expect(code).toBe(0);
  for (const { method, path } of Object.values(endpoints)) if (method === "GET") expect(out).toContain(`GET ${path}`);
  expect(out).toContain("Nothing was sent.");
  expect(emulator.platform.requests.list({})).toEqual([]);
});

/** All values other than the defaults. A report can name each of them, except those of the behaviors in `unnamed`. */
const values = behaviorNames.flatMap((name) => {
  const behavior = behaviorTable[name];
  const others = behavior.kind === "choice" ? behavior.values.filter((value) => value !== behavior.default) : [2];
  return others.map((value) => [name, value] as const);
});

/** Behaviors that reads cannot show, with the reason: they need a change or a POST request, or look like another cause. */
const unnamed: Partial<Record<BehaviorName, string>> = {
  ...{ cdnPatch: "change", visibilityDelay: "change", noopPatch: "change", nameConflict: "change" },
  ...{ resizeBeyondBounds: "change", reservationRefusal: "change", staleReads: "change", staleSeconds: "change" },
  ...{ staleOrder: "change", listDelay: "change", clusterAfterTask: "change", writeResponses: "change" },
  ...{
    emptyTexts: "change",
    owned: "change",
    texts: "what was sent",
    patchUpgrades: "night",
    dripMs: "a slow network",
  },
};

// 42 runs of some 80 requests: 3 s of processor time.
test.each(values.filter(([name], index) => !(name in unnamed) && isOwn(index % 3 === 0)))(
  "the behavior %s=%s is named in the report",
  async (name, value) => {
    const { report } = await conformance({ behaviors: { [name]: value } });
    const found = behaviorOf(report, name);
    if (name === "unitSizes" && value === "text") expect(found?.state).toBe("cannot be determined");
    else expect(found).toMatchObject({ state: "seen", value });
    expect(behaviorOf(standard.report, name)?.value, "with defaults").not.toBe(value);
  },
);

test.each(isRest() ? [] : (Object.keys(unnamed) as BehaviorName[]))(
  "the behavior %s cannot be determined by reading, and the report says why",
  (name) => {
    const found = behaviorOf(standard.report, name);
    expect(found?.state).toBe("cannot be determined");
    expect(found?.reason).toMatch(/\w/);
  },
);

/**
 * Sets of behaviors that reads can show. Two cases are excluded because they mask others: a gateway hides all other behaviors,
 * and short pages without a count hide the following pages.
 */
const behaviorSets = fc
  .record(
    Object.fromEntries(
      behaviorNames
        .filter((name) => !(name in unnamed) && name !== "gateway")
        .map((name) => {
          const behavior = behaviorTable[name];
          return [
            name,
            behavior.kind === "choice" ? fc.constantFrom<string | number>(...behavior.values) : fc.nat({ max: 4 }),
          ];
        }),
    ),
    { requiredKeys: [] },
  )
  .filter(
    (behaviors) => !(Number(behaviors.pageSize ?? 0) > 0 && behaviors.listCount === "absent"),
  ) as fc.Arbitrary<BehaviorSettings>;

// 12 pairs of runs, 5 in `npm test`: 2 s of processor time for 12.
test("an emulator that is started from a report has the same report, whatever its behaviors", async () => {
  await fc.assert(
    fc.asyncProperty(behaviorSets, async (behaviors) => {
      const first = await conformance({ behaviors });
      const second = await conformance({ reportFile: output });
      expect(second.report).toEqual(first.report);
    }),
    {
      numRuns: isRest() ? 12 : 5,
      examples: [[{}], [{ preset: "contrary" }], [{ preset: "newer" }], [{ preset: "nulls" }]],
    },
  );
});

testOnce("a platform that refuses every request is no platform that conforms", async () => {
  await using emulator = await accountOf(records, {});
  const environment = { ...settings, CLOUDPLATFORM_API_KEY: "another-key" };
  const { code, err } = await commandLine(emulator.url, ["doctor", "--conformance", "--yes", "--output", output], {
    environment,
  });
  expect(code).toBe(1);
  expect(err).toContain("refused every request (401)");
});

testOnce("a documented list that is answered with 404 deviates", async () => {
  await using emulator = await accountOf(records, {});
  await controlOf(emulator).fault({ name: "status", status: 404, endpoint: "streams.list" });
  const args = ["doctor", "--conformance", "--yes", "--json", "--output", output];
  const { code, out } = await commandLine(emulator.url, args, { environment: settings });
  expect(code).toBe(4);
  expect(JSON.parse(out).deviations).toEqual([
    { endpoint: "streams.list", path: "", kind: "other status", expected: "200" },
  ]);
});

testOnce("a report that is none stops the emulator, which names the file", async () => {
  const missing = join(folder, "missing.json");
  await expect(accountOf(records, { reportFile: missing })).rejects.toThrow(`Report "${missing}" cannot be read`);
});

/** Values that must not appear in a report, each planted in a different place. */
function planted() {
  const texts: string[] = [];
  const plant = () => {
    texts.push(`Plant${texts.length}Of-account`);
    return texts.at(-1) as string;
  };
  const change = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((element) => change(element, key));
    if (value !== null && typeof value === "object") {
      const isMap = ["env", "rsp_headers", "secrets", "labels", "autoscaler_config"].includes(key);
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [isMap ? plant() : name, change(part, name)]),
      );
    }
    const isFree = ["name", "comment", "descr", "short_descr", "long_descr", "url", "log", "keypair", "rule"].includes(
      key,
    );
    return typeof value === "string" && isFree && !value.startsWith("edge-") ? plant() : value;
  };
  const account = { ...records };
  for (const kind of [
    "ruleTemplates",
    "streams",
    "apps",
    "appLogs",
    "appTemplates",
    "secrets",
    "reservations",
  ] as const)
    account[kind] = (records[kind] ?? []).map((record) => change(record, ""));
  return { account, texts };
}

testOnce(
  "no value of the account is in a report: no name, no text, no key of a map, no id, no key of the API",
  async () => {
    const { account, texts } = planted();
    expect(texts.length).toBeGreaterThan(60);
    const { text, out } = await conformance({ behaviors: { unknownFields: "added", strangers: "present" } }, account);
    for (const one of texts) {
      expect(text.toLowerCase()).not.toContain(one.toLowerCase());
      expect(out.toLowerCase()).not.toContain(one.toLowerCase());
    }
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(text).not.toMatch(/apikey|authorization|127\.0\.0\.1/i);
    expect(text).toContain("x_future");
  },
);

const shownNames = [
  ["x_future", "x_future"],
  ["x_production_web", "(withheld)"],
  ["Production-Web", "(withheld)"],
  ["my field", "(withheld)"],
  ["tenant_4711", "(withheld)"],
  ["tenant_20260101", "(withheld)"],
  ["a0123456789abcdef0123", "(withheld)"],
  ["key_of_the_account", "(withheld)"],
] as const;

test.each(isRest() ? [] : shownNames)(
  "the name %s of an unknown field is shown as %s where values of the account are like it",
  (name, shown) => {
    const settings = readSettings({ baseUrl: "http://127.0.0.1", apiKey: "key_of_the_account" }, undefined, {});
    expect(nameGuard([{ name: "production-web", id: 4711 }], settings)(name)).toBe(shown);
  },
);
