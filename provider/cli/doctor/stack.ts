import { z } from "zod";
import { reasonOf } from "../../engine/backend/cli.ts";
import { findProjectFile } from "../../pulumi/formats/project-file.ts";
import { parseState } from "../../pulumi/formats/stack-export.ts";
import { type Finding, note, ok, problem } from "./finding.ts";
import type { Pulumi } from "./pulumi.ts";
import { stateSizeFindings } from "./speed.ts";

/** What the selected stack shows. */
interface StackFacts {
  findings: Finding[];
  /** Configuration of the namespace `cloudplatform`, without the prefix. Undefined: it could not be read. */
  config: Record<string, string> | undefined;
  /** Names in {@link config} with secret values. */
  secret: string[];
}

const configSchema = z.record(
  z.string(),
  z.looseObject({ value: z.string().optional(), secret: z.boolean().optional() }),
);

/** Project, backend, stack, configuration and interrupted operations of a folder. `pulumi` runs in the folder. */
export async function readStack(
  pulumi: Pulumi,
  folder: string,
  stack: string | undefined,
  environment: Record<string, string | undefined>,
): Promise<StackFacts> {
  const hasProject = findProjectFile(folder) !== undefined;
  const findings: Finding[] = hasProject ? [] : [noProject(folder)];
  const failed = (finding: Finding): StackFacts => ({
    findings: [...findings, finding],
    config: undefined,
    secret: [],
  });

  const who = await pulumi("whoami", "--verbose", "--json");
  if (who.code === undefined) return { findings, config: undefined, secret: [] };
  if (who.code !== 0)
    return failed(problem("backend", reasonOf(who), "Run `pulumi login`, or set PULUMI_BACKEND_URL."));
  const { user, url } = whoSchema.parse(JSON.parse(who.stdout));
  findings.push(ok("backend", `${url} (as ${user})`));

  // Without a project, no stack can be selected.
  if (!hasProject && stack === undefined) return { findings, config: undefined, secret: [] };
  const shown = stack ?? (await pulumi("stack", "--show-name")).stdout.trim();
  if (shown === "")
    return failed(note("stack", "none is selected here", "Run `pulumi stack select`, or name one with --stack."));
  const exported = await pulumi("stack", "export", "--stack", shown);
  if (exported.code !== 0)
    return failed(problem("stack", reasonOf(exported), "Name an existing stack of this backend with --stack."));
  const bytes = Buffer.byteLength(exported.stdout);
  findings.push(...stateFindings(shown, exported.stdout), ...stateSizeFindings(url, bytes, environment));

  const { failure, config, secret } = await readConfiguration(pulumi, shown);
  if (failure !== undefined)
    return failed(
      problem(
        "configuration",
        failure,
        "Set PULUMI_CONFIG_PASSPHRASE, or give access to the stack's secrets provider.",
      ),
    );
  return { findings, config, secret };
}

function noProject(folder: string): Finding {
  return note("project", `there is no Pulumi.yaml in "${folder}" or above`, "Name the project's folder with --cwd.");
}

/** The configuration of a stack (default: the selected one), or why it cannot be read. */
export async function readConfiguration(
  pulumi: Pulumi,
  stack?: string,
): Promise<Pick<StackFacts, "config" | "secret"> & { failure?: string }> {
  const shown = await pulumi("config", "--json", "--show-secrets", ...(stack === undefined ? [] : ["--stack", stack]));
  if (shown.code === 0) return platformConfig(shown.stdout);
  return { config: undefined, secret: [], failure: reasonOf({ stdout: shown.stdout, stderr: shown.stderr }) };
}

const whoSchema = z.looseObject({ user: z.string(), url: z.string() });

function platformConfig(text: string): Pick<StackFacts, "config" | "secret"> {
  const prefix = "cloudplatform:";
  const own = Object.entries(configSchema.parse(JSON.parse(text)))
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, entry]) => [name.slice(prefix.length), entry] as const);
  return {
    config: Object.fromEntries(own.map(([name, { value = "" }]) => [name, value])),
    secret: own.flatMap(([name, { secret }]) => (secret === true ? [name] : [])),
  };
}

/** What an interrupted run left in the state. */
function stateFindings(stack: string, text: string): Finding[] {
  const { resources, pending_operations: pending } = parseState(text);
  const inState = new Set(resources.map(({ urn }) => urn));
  const unfinished = resources.filter(({ initErrors }) => (initErrors ?? []).length > 0);
  return [
    ok("stack", `${stack}, ${resources.length} resources in state`),
    ...pending.map(({ type, resource }) =>
      problem(
        "interrupted",
        `${resource.urn} was interrupted while ${type}`,
        pendingAdvice(type, inState.has(resource.urn)),
      ),
    ),
    ...unfinished.map(({ urn, initErrors }) =>
      problem("unfinished", `${urn}: ${initErrors?.[0] ?? ""}`, "Run `pulumi up`: it continues the operation."),
    ),
  ];
}

/** How to resolve a pending operation. Pulumi keeps a pending create until a refresh removes it. */
function pendingAdvice(type: string, isInState: boolean): string {
  if (type !== "creating") return "Run `pulumi refresh`: it reads the result of the operation.";
  if (isInState)
    return "The object is already in state. Run `pulumi refresh --clear-pending-creates` to remove the pending operation.";
  // Not `--import-pending-creates`: the engine drops the operation without reading anything.
  return "If the program declares it, run `pulumi up`: it finds the object, or stops and names it. If not, delete on the platform what was created, and run `pulumi refresh --clear-pending-creates`.";
}
