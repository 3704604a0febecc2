import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "@cloudplatform/emulator";
import { parseConfig } from "@cloudplatform/policies/config";
import { testCases } from "../../../policies/cli/cases.ts";
import { explain } from "../../../policies/cli/list.ts";
import type { commandErrors } from "../../../provider/errors/commands.ts";
import type { programErrors } from "../../../provider/errors/programs.ts";
import { commandLine } from "../../cli/command-line.ts";
import type { AnyScene, Scene, Stage } from "../stage.ts";
import { projectScenes } from "./projects.ts";

/** A command that fails, and the command that the error text leads to. */
export const command =
  (wrong: readonly string[], right: readonly string[], environment: Record<string, string> = {}) =>
  (stage: Stage) => {
    const run = async (args: readonly string[], options: object) => {
      const { code, out, err } = await commandLine(stage.emulator.url, args, options);
      if (code !== 0) throw new Error(out + err);
    };
    return { meet: () => run(wrong, { environment }), follow: () => run(right, {}) };
  };

/** An action that is refused, and the action that the error text leads to. */
const action =
  (wrong: (stage: Stage) => unknown, right: (stage: Stage) => unknown) =>
  (stage: Stage): Scene => ({ meet: async () => wrong(stage), follow: async () => right(stage) });

/** Returns a folder with one policy case for `rule`. */
function casesIn({ records }: Stage, rule: string): string {
  const inputs = { name: "a", rule: "/a/", ruleType: 0 };
  const one = { title: "one", rule, resources: [{ type: "cdn:RuleTemplate", inputs }], expect: "pass" };
  writeFileSync(join(records, "case.json"), JSON.stringify([one]));
  return records;
}

/** Starts a second emulator with data directory `own` while the first one uses `data`. */
const besideEmulator = (own: string) => async (stage: Stage) => {
  const [first, second] = ["data", own].map((name) => join(stage.records, name));
  await using _running = await startEmulator({ dataDirectory: first });
  await using _started = await startEmulator({ dataDirectory: second });
};

/** Starts an emulator in a data directory. `text` is written to its database file; by default the directory is empty. */
const emulatorIn = (name: string, text?: string) => async (stage: Stage) => {
  const dataDirectory = join(stage.records, name);
  mkdirSync(dataDirectory, { recursive: true });
  if (text !== undefined) writeFileSync(join(dataDirectory, "platform.sqlite"), text);
  await using _started = await startEmulator({ dataDirectory });
};

const adoptFiles = ({ records }: Stage) => ["--program", join(records, "a.ts"), "--import", join(records, "a.json")];

/** Errors of the commands: reviews, adoption, doctor. */
export const commandScenes: Record<keyof typeof commandErrors, AnyScene> = {
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
  CP3004: projectScenes.CP3004,
  CP3005: (stage) => {
    const files = ["--output", join(stage.records, "report.json")];
    const compare = ["doctor", "--conformance", "--yes", ...files];
    return command(compare, compare, { CLOUDPLATFORM_API_KEY: "of-another" })(stage);
  },
  CP3006: projectScenes.CP3006,
  CP4001: projectScenes.CP4001,
  CP4002: projectScenes.CP4002,
  CP4003: projectScenes.CP4003,
  CP4004: projectScenes.CP4004,
  CP4005: projectScenes.CP4005,
  CP4006: projectScenes.CP4006,
  CP4007: projectScenes.CP4007,
  CP4101: projectScenes.CP4101,
  CP4102: projectScenes.CP4102,
  CP4103: projectScenes.CP4103,
  CP4104: projectScenes.CP4104,
  CP4105: projectScenes.CP4105,
  CP4106: projectScenes.CP4106,
};

/** Errors of the other programs. */
export const programScenes: Record<keyof typeof programErrors, AnyScene> = {
  CP5001: action(
    () => parseConfig({ "rule-length": { mx: 300 } }, "limits.json"),
    () => parseConfig({ "rule-length": { max: 300 } }, "limits.json"),
  ),
  CP5002: projectScenes.CP5002,
  CP5003: action(
    (stage) => testCases(casesIn(stage, "rule-lenght"), {}),
    (stage) => testCases(casesIn(stage, "rule-length"), {}),
  ),
  CP5004: action(
    () => explain("rule-lenght", {}),
    () => explain("rule-length", {}),
  ),
  CP5005: projectScenes.CP5005,
  CP5006: projectScenes.CP5006,
  CP5007: projectScenes.CP5007,
  CP6001: action(besideEmulator("data"), besideEmulator("other")),
  CP6002: action(emulatorIn("used", "this is no database".repeat(100)), emulatorIn("empty")),
  CP6003: projectScenes.CP6003,
  CP6004: projectScenes.CP6004,
  CP7001: projectScenes.CP7001,
  CP7002: projectScenes.CP7002,
};
