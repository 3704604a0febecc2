import { access } from "node:fs/promises";
import { Argument, type Command } from "commander";
import { InputError } from "../../client/index.ts";
import { partKey, partName } from "../../pulumi/formats/composite.ts";
import { resources } from "../../resources/registry.ts";
import { ruleSetDefinition } from "../../resources/rule-set/definition.ts";
import { writeUserFile } from "../../review/model/user-file.ts";
import { exitCodes } from "../exit-codes.ts";
import { commandClientFor, type Terminal } from "../terminal.ts";
import { refuseUnused } from "../unused-flags.ts";
import type { ConfigSecret } from "./declaration.ts";

/** Resource names of the command line. `kinds` is loaded only when something is adopted, because its lifecycles load Pulumi. */
const adoptable = Object.values(resources).map(({ adoption }) => adoption.word);

interface AdoptOptions {
  program: string;
  import: string;
  force?: boolean;
  all?: boolean;
  from?: string;
  out: string;
  place?: string[];
  name: string;
}

const help = `
Ids are numbers, or <projectId>/<regionId>/<name> for a cluster. rule-set adopts the rule templates with the given ids,
or all rule templates of the account.

Examples:
  $ cloudplatform adopt rule-template 77 78
  $ pulumi import --file adopted.import.json --yes --protect=false --generate-code=false
  $ pulumi preview          # nothing changes

  $ cloudplatform adopt rule-set --name shop
  $ pulumi up               # the set adopts the templates

  $ terraform state pull | cloudplatform adopt --from -
  $ pulumi stack export --stack old | cloudplatform adopt --from -`;

/** `adopt`: imports live objects into a program and a stack. */
export function addAdopt(target: Command, terminal: Terminal, done: (code: number) => void): void {
  target
    .description("Generate a TypeScript program and an import file for existing objects.")
    .addArgument(new Argument("[resource]", "Kind of the objects").choices(adoptable))
    .argument("[id...]", "Ids of the objects")
    .option("--program <file>", "Program to write", "adopted.ts")
    .option("--import <file>", "Import file to write", "adopted.import.json")
    .option("--all", "Import every object of the account: a program with a component per area, and a report")
    .option(
      "--from <state>",
      "Terraform state, or exported stack of the bridged Pulumi package: a file, or - for standard input",
    )
    .option("--out <folder>", "With --all and --from: the folder to write", "adopted")
    .option(
      "--place <projectId/regionId...>",
      "With --all: projects and regions of clusters (default: from the settings)",
    )
    .option("--name <name>", "With rule-set: name of the set", "rules")
    .option("--force", "Overwrite existing files")
    .addHelpText("after", help)
    .action(async (resource: string | undefined, ids: string[], options: AdoptOptions) => {
      const whole = options.from !== undefined ? "--from" : options.all === true ? "--all" : undefined;
      if (whole !== undefined) {
        if (resource !== undefined || (options.all === true && options.from !== undefined))
          throw new InputError("adopt", [
            `${whole} selects what to adopt; pass no resource and no other source with it`,
          ]);
        refuseUnused(
          target,
          ["program", "import", "name", ...(whole === "--from" ? ["place"] : [])],
          `combined with ${whole}`,
        );
        if (options.from !== undefined) await adoptState(options.from, options, terminal);
        else if (!(await adoptAccount(options, terminal))) return done(exitCodes.failed);
      } else {
        const isSet = resource === ruleSetDefinition.adoption.word;
        if (resource === undefined || (ids.length === 0 && !isSet))
          throw new InputError("adopt", ["nothing to adopt: pass a resource and its ids, --all or --from"]);
        refuseUnused(target, ["out", "place", isSet ? "import" : "name"], `combined with ${resource}`);
        await (isSet ? adoptRuleSet(ids, options, terminal) : adopt(resource, ids, options, terminal));
      }
      done(exitCodes.done);
    });
}

async function adopt(resource: string, ids: string[], options: AdoptOptions, terminal: Terminal): Promise<void> {
  if (options.force !== true) await refuseExisting([options.program, options.import]);
  const { kinds } = await import("./kinds.ts");
  const { readLive } = await import("./live-object.ts");
  const { named } = await import("./names.ts");
  const { declarationOf } = await import("./declaration.ts");
  const { importFileOf } = await import("./import-file.ts");
  const kind = kinds[resource];
  if (kind === undefined) throw new InputError("adopt", [`${resource} is not one of ${Object.keys(kinds).join(", ")}`]);
  const client = await commandClientFor(terminal, "adopt");
  const { readStackObjects } = await import("./in-stack.ts");
  const stack = await readStackObjects(terminal);
  const objects = await Promise.all([...new Set(ids)].map((id) => readLive(kind, id, client)));
  const owned = objects.flatMap(({ id }) => {
    const owner = stack.ownerOf(kind, id);
    if (owner === undefined) return [];
    return `${resource} ${id} is in the stack, as ${owner}: an object belongs to one resource. ${wayOut(owner)}`;
  });
  if (owned.length > 0) throw new InputError("adopt", owned);
  const all = named(objects, [kind.area]);
  const { text, secrets } = declarationOf(all);
  await writeUserFile("The program", options.program, text);
  // Contains plaintext secrets until they are imported.
  await writeUserFile("The import file", options.import, importFileOf(all), { mode: 0o600 });
  terminal.out(`${all.map((object) => `${object.kind.handler.noun} ${object.id} as ${object.constant}`).join("\n")}\n`);
  terminal.err(nextSteps(options, secrets));
}

function wayOut(owner: string): string {
  return partKey(owner) === undefined
    ? "Rename that resource with an alias, or remove it first with pulumi state delete"
    : "List its key in released of that set, and run pulumi up first";
}

async function adoptRuleSet(ids: readonly string[], options: AdoptOptions, terminal: Terminal): Promise<void> {
  const { program, name } = options;
  const secretsFile = `${program.replace(/\.ts$/, "")}.secrets.json`;
  if (options.force !== true) await refuseExisting([program, secretsFile]);
  const { readRuleSet } = await import("./rule-set.ts");
  const { ruleSetDeclaration } = await import("./rule-set-declaration.ts");
  const { rules, skipped, owners, unknown } = await readRuleSet(
    await commandClientFor(terminal, "adopt"),
    ids,
    terminal,
  );
  const { text, secrets } = ruleSetDeclaration(name, rules);
  await writeUserFile("The program", program, text);
  if (secrets.length > 0) {
    const values = Object.fromEntries(secrets.map(({ key, value }) => [key, value]));
    await writeUserFile("The secrets", secretsFile, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  }
  terminal.out(`${rules.map(({ key, id }) => `CDN rule template ${id} as ${partName(name, key)}`).join("\n")}\n`);
  const notes = [
    ...skipped.map(({ object, reason }) => `Left out: ${object}: ${reason}.`),
    ...owners.map((urn) => `Remove ${urn} from the program in the same change: its template moves into the set.`),
    ...(unknown === undefined ? [] : [`What the stacks already have is unknown: ${unknown}.`]),
    `Wrote ${program}. Import it in the program, then run:`,
    ...secretSteps(secretsFile, secrets),
    "  pulumi up",
    ...(secrets.length > 0 ? [`Delete ${secretsFile} afterwards: it contains secrets in clear text.`] : []),
  ];
  terminal.err(`${notes.join("\n")}\n`);
}

/** Adopts the whole account. Returns whether every list could be read. */
async function adoptAccount(options: AdoptOptions, terminal: Terminal): Promise<boolean> {
  if (options.force !== true) await refuseExisting([options.out]);
  const client = await commandClientFor(terminal, "adopt");
  const { adoptAll } = await import("./all.ts");
  const { placesOf } = await import("../account/places.ts");
  const { objects, skipped, secrets, unread } = await adoptAll(
    client,
    options.out,
    placesOf(options.place, client.settings),
    terminal,
  );
  terminal.out(`${objects} adopted, ${skipped.length} not; see ${options.out}/report.md.\n`);
  const file = `${options.out}/import.json`;
  terminal.err(stepsText(`Wrote ${options.out}. Import its index.ts in the program, then run:`, file, secrets));
  for (const { object, reason } of unread) terminal.err(`Not adopted: ${object}: ${reason}\n`);
  return unread.length === 0;
}

async function adoptState(from: string, options: AdoptOptions, terminal: Terminal): Promise<void> {
  if (options.force !== true) await refuseExisting([options.out]);
  const client = await commandClientFor(terminal, "adopt");
  const { adoptFrom } = await import("./from.ts");
  const { tool, objects, skipped, secrets, handover } = await adoptFrom(client, from, options.out, terminal);
  terminal.out(`${objects} adopted, ${skipped.length} left where they are; see ${options.out}/report.md.\n`);
  const file = `${options.out}/import.json`;
  terminal.err(stepsText(`Wrote ${options.out}. Import its index.ts in the program, then run:`, file, secrets));
  const { place, first, commands, last } = handover;
  const steps = [
    `When the preview is empty, take them out of the hands of ${tool}, ${place}:`,
    ...first.map((step) => `- ${step}.`),
    ...commands.map((line) => `  ${line}`),
    last,
  ];
  terminal.err(`${steps.join("\n")}\n`);
}

async function refuseExisting(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) throw new InputError("adopt", [`"${file}" exists; --force overwrites it`]);
  }
}

function nextSteps(options: AdoptOptions, secrets: readonly ConfigSecret[]): string {
  const first = `Wrote ${options.program} and ${options.import}. Import the first in the program, then run:`;
  return stepsText(first, options.import, secrets);
}

function stepsText(first: string, file: string, secrets: readonly ConfigSecret[]): string {
  const lines = [
    first,
    ...secretSteps(file, secrets),
    `  pulumi import --file ${file} --yes --protect=false --generate-code=false`,
    "  pulumi preview",
  ];
  if (secrets.length > 0) lines.push(`Delete ${file} afterwards: it contains secrets in clear text.`);
  return `${lines.join("\n")}\n`;
}

/** One command per secret: each prompts for its value, and would read the next line of a pasted block as that value. */
function secretSteps(file: string, secrets: readonly ConfigSecret[]): string[] {
  if (secrets.length === 0) return [];
  return [
    `One by one, each with its value of ${file}:`,
    ...secrets.map(({ key }) => `  pulumi config set --secret ${key}`),
    "And then:",
  ];
}
