import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { parseConfig } from "@cloudplatform/policies/config";
import { testCases } from "../../../policies/cli/cases.ts";
import { explain } from "../../../policies/cli/list.ts";
import type { commandErrors } from "../../../provider/errors/commands.ts";
import type { programErrors } from "../../../provider/errors/programs.ts";
import { commandLine } from "../../cli/command-line.ts";
import type { Scene, SceneOrTest, Stage } from "../stage.ts";

/** A command that ends with an error, and the one that its text leads to. */
export const command =
  (wrong: readonly string[], right: readonly string[], environment: Record<string, string> = {}) =>
  (stage: Stage) => {
    const run = async (args: readonly string[], options: object) => {
      const { code, out, err } = await commandLine(stage.emulator.url, args, options);
      if (code !== 0) throw new Error(out + err);
    };
    return { meet: () => run(wrong, { environment }), follow: () => run(right, {}) };
  };

/** An action that is refused, and the one that its text leads to. */
const action =
  (wrong: (stage: Stage) => unknown, right: (stage: Stage) => unknown) =>
  (stage: Stage): Scene => ({ meet: async () => wrong(stage), follow: async () => right(stage) });

/** A folder with one case for a rule, in a file of the name. */
function casesIn({ records }: Stage, rule: string): string {
  const inputs = { name: "a", rule: "/a/", ruleType: 0 };
  const one = { title: "one", rule, resources: [{ type: "cdn:RuleTemplate", inputs }], expect: "pass" };
  writeFileSync(join(records, "case.json"), JSON.stringify([one]));
  return records;
}

/** A second emulator with a data directory, while the first one uses its own. */
const besideEmulator = (own: string) => async (stage: Stage) => {
  const [first, second] = ["data", own].map((name) => join(stage.records, name));
  await using _running = await startEmulator({ dataDirectory: first });
  await using _started = await startEmulator({ dataDirectory: second });
};

/** An emulator with a data directory that has a file of something else, or none. */
const emulatorIn = (name: string, text?: string) => async (stage: Stage) => {
  const dataDirectory = join(stage.records, name);
  mkdirSync(dataDirectory, { recursive: true });
  if (text !== undefined) writeFileSync(join(dataDirectory, "platform.sqlite"), text);
  await using _started = await startEmulator({ dataDirectory });
};

const adoptFiles = ({ records }: Stage) => ["--program", join(records, "a.ts"), "--import", join(records, "a.json")];

const review = (test: string) => ({ file: "test/review/apply.test.ts", test });
const reviewed = (test: string) => ({ file: "test/e2e/review-apply.ts", test });
const policyCheck = (test: string) => ({ file: "test/e2e/policy-check.ts", test });
const emulated = (test: string) => ({ file: "test/emulator/cli.test.ts", test });

/** Commands: reviews, adoption, doctor. */
export const commandScenes: Record<keyof typeof commandErrors, SceneOrTest> = {
  CP3001: command(["explain", "CP0000"], ["explain", "CP1103"]),
  CP3002: (stage) => {
    const adopt = (id: string) => ["adopt", "rule-template", id, ...adoptFiles(stage)];
    return command(adopt("987654"), adopt("77"))(stage);
  },
  CP3003: (stage) => {
    const adopt = command([], ["adopt", "rule-template", "77", ...adoptFiles(stage)])(stage);
    const { ruleTemplates } = stage.emulator.platform.store;
    const own = ruleTemplates.get(77);
    return {
      async meet() {
        if (own !== undefined) ruleTemplates.put(77, { ...own, ruleType: 9 });
        await adopt.follow();
      },
      async follow() {
        if (own !== undefined) ruleTemplates.put(77, own);
        await adopt.follow();
      },
    };
  },
  CP3004: { open: "a backend to which nobody is logged in" },
  CP3005: (stage) => {
    const files = ["--output", join(stage.records, "report.json")];
    const compare = ["doctor", "--conformance", "--yes", ...files];
    return command(compare, compare, { CLOUDPLATFORM_API_KEY: "of-another" })(stage);
  },
  CP3006: { file: "test/mcp/stdio.process.test.ts", test: "says what to install where the SDK is missing" },
  CP4001: reviewed("what is missing is named, with what to do"),
  CP4002: { open: "no Pulumi CLI; doctor is tested for it" },
  CP4003: { file: "test/e2e/review-gitops.process.test.ts", test: "CLOUDPLATFORM_REVIEW_KEY" },
  CP4004: { open: "a project without the policies" },
  CP4005: review("what is not there is reported with what to do"),
  CP4006: { open: "an update that stops; a new review shows the rest, as after CP4007" },
  CP4007: reviewed("Ctrl-C saves the state, says what to do, and the next review and apply go on"),
  CP4101: review("is a report of drift"),
  CP4102: review("The review expired at"),
  CP4103: { open: "a mandatory policy that blocks" },
  CP4104: reviewed("drift, a changed price, a changed program and a changed configuration"),
  CP4105: review('for the stack "test", not for "prod"'),
  CP4106: reviewed("an update that runs at the same time"),
};

/** The other programs. */
export const programScenes: Record<keyof typeof programErrors, SceneOrTest> = {
  CP5001: action(
    () => parseConfig({ "rule-length": { mx: 300 } }, "limits.json"),
    () => parseConfig({ "rule-length": { max: 300 } }, "limits.json"),
  ),
  CP5002: policyCheck("when the stack does not exist, and names the ways on"),
  CP5003: action(
    (stage) => testCases(casesIn(stage, "rule-lenght"), {}),
    (stage) => testCases(casesIn(stage, "rule-length"), {}),
  ),
  CP5004: action(
    () => explain("rule-lenght", {}),
    () => explain("rule-length", {}),
  ),
  CP5005: policyCheck("a test report counts nothing as passed that was not evaluated"),
  CP5006: policyCheck("a baseline lets what exists pass and fails what is new"),
  CP5007: policyCheck("when the report cannot be written"),
  CP6001: action(besideEmulator("data"), besideEmulator("other")),
  CP6002: action(emulatorIn("used", "this is no database".repeat(100)), emulatorIn("empty")),
  CP6003: emulated("refuses a port that is in use and a directory that another emulator uses"),
  CP6004: emulated("names the path of each problem in an invalid one"),
  CP7001: { open: "a machine without the download and the Go proxy" },
  CP7002: { open: "Ctrl-C while the CLI is built" },
};
