import { join } from "node:path";
import type { commandErrors } from "../../../provider/errors/commands.ts";
import type { programErrors } from "../../../provider/errors/programs.ts";
import { commandLine } from "../../cli/command-line.ts";
import type { SceneOrTest, Stage } from "../stage.ts";

/** A command that ends with an error, and the one that its text leads to. */
export const command = (wrong: readonly string[], right: readonly string[]) => (stage: Stage) => {
  const run = async (args: readonly string[]) => {
    const { code, out, err } = await commandLine(stage.emulator.url, args);
    if (code !== 0) throw new Error(out + err);
  };
  return { meet: () => run(wrong), follow: () => run(right) };
};

const review = (test: string) => ({ file: "test/review/apply.test.ts", test });
const reviewed = (test: string) => ({ file: "test/e2e/review-apply.ts", test });
const policyCheck = (test: string) => ({ file: "test/e2e/policy-check.ts", test });
const emulated = (test: string) => ({ file: "test/emulator/cli.test.ts", test });

/** Commands: reviews, adoption, doctor. */
export const commandScenes: Record<keyof typeof commandErrors, SceneOrTest> = {
  CP3001: command(["explain", "CP0000"], ["explain", "CP1103"]),
  CP3002: (stage) => {
    const files = ["--program", join(stage.records, "a.ts"), "--import", join(stage.records, "a.json")];
    const adopt = (id: string) => ["adopt", "rule-template", id, ...files];
    return command(adopt("987654"), adopt("77"))(stage);
  },
  CP3003: { open: "an object of an older API" },
  CP3004: { open: "a backend to which nobody is logged in" },
  CP3005: {
    file: "test/cli/conformance.ts",
    test: "a platform that refuses every request is no platform that conforms",
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
  CP4105: review('of the stack "test", and not of "prod"'),
  CP4106: reviewed("an update that runs at the same time"),
};

/** The other programs. */
export const programScenes: Record<keyof typeof programErrors, SceneOrTest> = {
  CP5001: { file: "test/policies/config.test.ts", test: "that is wrong is refused with the path of every mistake" },
  CP5002: policyCheck("when the stack does not exist, and names the ways on"),
  CP5003: { file: "test/policies/commands.test.ts", test: "refuses a case for a rule that does not exist" },
  CP5004: { file: "test/policies/commands.test.ts", test: "explain of a rule that does not exist ends with 2" },
  CP5005: policyCheck("a test report counts nothing as passed that was not evaluated"),
  CP5006: policyCheck("a baseline lets what exists pass and fails what is new"),
  CP5007: policyCheck("when the report cannot be written"),
  CP6001: emulated("refuses a port that is in use and a directory that another emulator uses"),
  CP6002: emulated("refuses a data directory with other files"),
  CP6003: emulated("refuses a port that is in use and a directory that another emulator uses"),
  CP6004: emulated("names the path of each problem in an invalid one"),
  CP7001: { open: "a machine without the download and the Go proxy" },
  CP7002: { open: "Ctrl-C while the CLI is built" },
};
