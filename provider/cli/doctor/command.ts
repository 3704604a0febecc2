import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { createClient, InputError, scopeOf } from "../../client/index.ts";
import { redactor } from "../../client/redact.ts";
import { secretMark, settingTexts } from "../../engine/secrets/operation-secrets.ts";
import { counted } from "../../values/counted.ts";
import { exitCodes } from "../exit-codes.ts";
import { type StackFlags, withStackFlags } from "../stack-flags.ts";
import type { Terminal } from "../terminal.ts";
import { refuseUnused } from "../unused-flags.ts";
import type { Finding } from "./finding.ts";

interface DoctorOptions extends StackFlags {
  json?: boolean;
  conformance?: boolean;
  output: string;
  yes?: boolean;
}

const help = `
Exit code 1: fix the reported problems before you run an update. Changes nothing on the platform or in state.

--conformance compares the platform with the API contract instead. It sends only GET requests, and its report contains no values of
your account. Exit codes: 0 conforms, 4 deviates.

Examples:
  $ cloudplatform doctor --stack production
  $ cloudplatform doctor --conformance --yes --output report.json`;

/** `doctor`: checks the prerequisites of an update, one line each, with advice. */
export function addDoctor(target: Command, terminal: Terminal, done: (code: number) => void): void {
  withStackFlags(target)
    .description("Check your setup and suggest one fix per problem.")
    .option("--json", "Print the findings as JSON")
    .option("--conformance", "Compare the platform with the API contract; without --yes, only list the requests")
    .option("--output <file>", "Conformance report to write", "conformance.json")
    .option("--yes", "Send the requests of --conformance")
    .addHelpText("after", help)
    .action(async (options: DoctorOptions) => {
      if (options.conformance === true) {
        const { conformance } = await import("./conformance/command.ts");
        return done(await conformance(options, terminal));
      }
      refuseUnused(target, ["output", "yes"], "used without --conformance");
      const findings = await examine(options, terminal);
      const problems = findings.filter(({ status }) => status === "problem").length;
      terminal.out(options.json === true ? `${JSON.stringify({ findings }, null, 2)}\n` : textOf(findings, problems));
      done(problems === 0 ? exitCodes.done : exitCodes.failed);
    });
}

async function examine({ stack, cwd }: DoctorOptions, terminal: Terminal): Promise<Finding[]> {
  if (!existsSync(cwd)) throw new InputError("doctor", [`--cwd "${cwd}": there is no such folder`]);
  const { cliFinding, nodeFinding } = await import("./tools.ts");
  const { pulumiIn } = await import("./pulumi.ts");
  const { readStack } = await import("./stack.ts");
  const { settingsReport } = await import("./settings.ts");
  const { clockFinding, platformFindings } = await import("./platform.ts");
  const { proxyFinding } = await import("./proxy.ts");
  const { recordFindings } = await import("./records.ts");
  const { speedFindings } = await import("./speed.ts");

  const pulumi = pulumiIn(resolve(cwd), terminal.environment, terminal.signal);
  const [cli, { findings: state, config, secret }] = await Promise.all([
    cliFinding(pulumi),
    readStack(pulumi, resolve(cwd), stack, terminal.environment),
  ]);
  const { findings: settingFindings, settings } = settingsReport(config, terminal.environment, secret);
  const proxy = proxyFinding(terminal.environment);
  const findings = [nodeFinding(), cli, ...(proxy === undefined ? [] : [proxy]), ...state, ...settingFindings];
  if (settings !== undefined) {
    const clock = await clockFinding(settings.baseUrl, terminal.signal);
    findings.push(
      ...(await platformFindings(createClient(settings).bind(scopeOf("cloudplatform doctor", terminal.signal)))),
    );
    if (clock !== undefined) findings.push(clock);
  }
  findings.push(...(await recordFindings(resolve(cwd), terminal.environment)));
  findings.push(...(await speedFindings(resolve(cwd), terminal.environment)));
  const redact = redactor(
    secret.flatMap((name) => settingTexts(config?.[name])),
    secretMark,
  );
  return findings.map((one) => ({
    ...one,
    seen: redact(one.seen),
    ...(one.advice !== undefined && { advice: redact(one.advice) }),
  }));
}

const marks = { ok: "✓", note: "·", problem: "✗" } as const;

function textOf(findings: readonly Finding[], problems: number): string {
  const lines = findings.flatMap(({ subject, status, seen, advice }) => [
    `${marks[status]} ${subject}: ${seen}`,
    ...(advice === undefined ? [] : [`    → ${advice}`]),
  ]);
  const end = problems === 0 ? "No problems found." : `${counted(problems, "problem")}.`;
  return `${lines.join("\n")}\n\n${end}\n`;
}
