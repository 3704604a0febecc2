import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { startCommand } from "../command.ts";
import { kinds } from "../rule-templates/kinds.ts";
import { openStackWith, type Setting } from "../settings.ts";

const execute = promisify(execFile);

export const commands = ["first", "preview", "unchanged", "destroy"] as const;
export type Command = (typeof commands)[number];

/** A program with a thousand rules and an emulator of its own. */
export interface Subject {
  run(command: Command): Promise<void>;
  /** Bytes of state per rule, beyond the rule's own fields. */
  stateOwnBytes?(): Promise<number>;
  remove(): Promise<void>;
}

function toolCommand(): string {
  const named = process.env.OTHER_TOOL;
  if (named !== undefined) return named;
  const isThere = (name: string) => {
    try {
      execFileSync(name, ["version"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };
  const found = ["tofu", "terraform"].find(isThere);
  if (found === undefined) throw new Error("Put tofu or terraform on the PATH, or name its command in OTHER_TOOL.");
  return found;
}

function providerFile(): string {
  const file = process.env.OTHER_PROVIDER;
  if (file === undefined)
    throw new Error("Name the binary of the platform's own provider in OTHER_PROVIDER: …/terraform-provider-<name>.");
  return file;
}

/** The line of the tool's output that names its version: warnings may stand before it. */
export function toolVersion(): string {
  const output = execFileSync(toolCommand(), ["version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return output.split("\n").find((line) => /^\w+ v\d/.test(line)) ?? "";
}

/** Options of a rule in the other tool's syntax. */
const ruleOptions = `options {
    edge_cache_settings {
      enabled = true
      value   = "3600s"
    }
    gzip_on {
      enabled = true
      value   = true
    }
  }`;

/** The other tool with the platform's own provider, with its default number of parallel requests or another one. */
export async function openTool(url: string, count: number, parallelism?: number): Promise<Subject> {
  const file = providerFile();
  const name = basename(file).replace(/^terraform-provider-/, "");
  const folder = await mkdtemp(join(tmpdir(), "other-tool-"));
  await writeFile(
    join(folder, "tool.rc"),
    `provider_installation {\n  dev_overrides {\n    "registry.example/own/${name}" = "${dirname(file)}"\n  }\n  direct {}\n}\n`,
  );
  await writeFile(
    join(folder, "main.tf"),
    `terraform {
  required_providers {
    ${name} = { source = "registry.example/own/${name}" }
  }
}
provider "${name}" {
  permanent_api_token = "local"
  api_endpoint        = "${url}"
  ${name}_cdn_api     = "${url}"
}
resource "${name}_cdn_rule_template" "template" {
  count     = ${count}
  name      = "template-\${count.index}"
  rule      = "/path-\${count.index}/"
  rule_type = 0
  weight    = count.index + 1
  ${ruleOptions}
}
`,
  );
  const env = { ...process.env, TF_CLI_CONFIG_FILE: join(folder, "tool.rc"), CHECKPOINT_DISABLE: "1" };
  const options = ["-input=false", "-no-color", ...(parallelism === undefined ? [] : [`-parallelism=${parallelism}`])];
  return {
    async run(command) {
      const args = {
        first: ["apply", "-auto-approve"],
        preview: ["plan", "-refresh=false"],
        unchanged: ["apply", "-auto-approve"],
        destroy: ["destroy", "-auto-approve"],
      }[command];
      const { stdout } = await execute(toolCommand(), [...args, ...options], { cwd: folder, env, maxBuffer: 1e9 });
      const isExpected = {
        first: stdout.includes(`${count} added`),
        preview: stdout.includes("No changes."),
        unchanged: stdout.includes("0 added, 0 changed, 0 destroyed"),
        destroy: stdout.includes(`${count} destroyed`),
      };
      if (!isExpected[command]) throw new Error(stdout.slice(-2000));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const fields = `rule: \`/path-\${i}/\`, ruleType: 0, name: \`template-\${i}\`,
  options: { edge_cache_settings: { enabled: true, value: "3600s" }, gzipOn: { enabled: true, value: true } }`;

export interface PulumiSubject {
  kind: "templates" | "set" | "no-op";
  setting: Setting;
  /** Whether the engine saves the state after each step, as it does by default. */
  checkpoints: boolean;
}

/** This provider: single rule templates, or one rule set; or as many dynamic resources that do nothing. */
export async function openPulumi(
  url: string,
  count: number,
  { kind, setting, checkpoints }: PulumiSubject,
): Promise<Subject> {
  const program = {
    "no-op": kinds["no-op dynamic"].program(count),
    templates: `for (let i = 0; i < ${count}; i++) new cdn.RuleTemplate(\`template-\${i}\`, { ${fields}, weight: i + 1 });`,
    set: `new cdn.RuleSet("rules", { rules: Array.from({ length: ${count} }, (_, i) => ({ key: \`template-\${i}\`, ${fields} })) });`,
  };
  const env: Record<string, string> = checkpoints ? {} : { PULUMI_SKIP_CHECKPOINTS: "true" };
  const stack = await openStackWith(setting, { url, env });
  await stack.program(program[kind]);
  const objects = kind === "set" ? 1 : count;
  return {
    async run(command) {
      const args = {
        first: ["up", "--yes", "--skip-preview"],
        preview: ["preview"],
        unchanged: ["up", "--refresh", "--yes", "--skip-preview"],
        destroy: ["destroy", "--yes", "--skip-preview"],
      }[command];
      const { code, output } = await startCommand(stack, ...args).done;
      const change = { first: "created", preview: "unchanged", unchanged: "unchanged", destroy: "deleted" }[command];
      // Matches a line of the summary, not of a resource.
      const [, changed] = new RegExp(`^ +(?:[+-] )?(\\d+) ${change}$`, "m").exec(output) ?? [];
      if (code !== 0 || Number(changed ?? 0) < objects) throw new Error(output.slice(-2000));
    },
    ...(kind === "set" && {
      async stateOwnBytes() {
        const [set] = await stack.resources();
        const rules = Object.values((set?.inputs.rules ?? {}) as Record<string, { weight?: number }>);
        const own = rules.map(({ weight: _, ...rule }) => JSON.stringify(rule).length).reduce((a, b) => a + b, 0);
        return (JSON.stringify(set).length - own) / count;
      },
    }),
    remove: () => stack.remove(),
  };
}
