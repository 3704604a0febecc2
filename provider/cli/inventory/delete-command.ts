import { type Command, Option } from "commander";
import type { Amount } from "../cost/cost.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import { batchProgress } from "../progress.ts";
import { commandSettings } from "../stack-settings.ts";
import { tableText } from "../table.ts";
import { clientFor, type Terminal } from "../terminal.ts";
import { withScope } from "./command.ts";
import type { Deleted, DeleteFilter } from "./delete.ts";
import type { Gathered, ScopeOptions } from "./gather.ts";
import type { Entry } from "./inventory.ts";
import type { ReportedObject } from "./report.ts";

interface DeleteOptions extends ScopeOptions {
  kind: string;
  name?: string[];
  id?: string[];
  olderThan?: string;
  confirm?: string;
}

/** Number of objects deleted in parallel. After Ctrl-C, the command ends once these are done. */
const parallel = 4;

const help = `
Without --confirm nothing is deleted: the command prints the matching objects, their prices, their number and a digest. Pass number
and digest to --confirm. If other objects match by then, nothing is deleted. After an interruption, run the command without --confirm
again: it prints the remaining objects with a new digest. Reservations are binding and are not deleted here.

Exit codes: 0 deleted, or only shown; 1 some objects could not be deleted; 2 other objects match; 4 nothing matches.

Example:
  $ cloudplatform inventory delete --kind rule-template --name "test-*"
  $ cloudplatform inventory delete --kind rule-template --name "test-*" --confirm 12-5f0c31d2`;

/** `inventory delete`: deletes unmanaged objects. */
export function addInventoryDelete(target: Command, terminal: Terminal, done: (code: number) => void): void {
  withScope(target)
    .description("Delete objects that no stack manages: filter them, check their prices, and confirm.")
    .addOption(
      new Option("--kind <resource>", "Kind of the objects")
        // A reservation is a commitment, and a setting cannot be deleted.
        .choices(["rule-template", "cluster", "app-template", "secret"])
        .makeOptionMandatory(),
    )
    .option("--name <pattern...>", "Names; * matches any text")
    .option("--id <id...>", "Ids")
    .option("--older-than <duration>", "Minimum age, such as 30d; excludes objects of unknown age")
    .option("--confirm <number-digest>", "Delete the objects: their number and digest, as printed")
    .addHelpText("after", help)
    // commander assigns options that `inventory` also has to `inventory`.
    .action(async (_: unknown, command: Command) =>
      done(await run(command.optsWithGlobals<DeleteOptions>(), terminal)),
    );
}

async function run(options: DeleteOptions, terminal: Terminal): Promise<number> {
  const { ageMs: _, durationOption, gather } = await import("./gather.ts");
  const { chosenOf, confirmationOf } = await import("./delete.ts");
  if (options.name === undefined && options.id === undefined && options.olderThan === undefined)
    throw new UsageError(
      'Nothing was deleted: choose the objects by --name, --id or --older-than; --name "*" is all of them.',
      "CP3001",
    );
  const filter: DeleteFilter = {
    ...{ kind: options.kind, names: options.name, ids: options.id },
    ...(options.olderThan !== undefined && { olderThanMs: durationOption("older-than", options.olderThan) }),
  };
  // Objects of an unread stack would look unmanaged.
  if (options.stack !== undefined)
    throw new UsageError(
      "Nothing was deleted: --stack leaves stacks out, whose objects would look unmanaged.",
      "CP3001",
    );
  const gathered = await gather(options, terminal);
  refusePartial(gathered);
  const now = Date.now();
  const chosen = chosenOf(gathered.entries, filter, now);
  if (chosen.length === 0) {
    terminal.out("No unmanaged object matches. Nothing was deleted.\n");
    return exitCodes.checked;
  }
  const { reportedObjects } = await import("./report.ts");
  const { settings } = await commandSettings(terminal);
  const { sumsOf } = await import("../cost/cost.ts");
  const objects = await reportedObjects(chosen, settings, terminal.signal, now);
  terminal.out(`${previewText(objects)}${totalText(objects, sumsOf)}`);
  const confirmation = confirmationOf(chosen);
  if (options.confirm === undefined) {
    terminal.out(`Nothing was deleted. To delete them, run the same command with --confirm ${confirmation}.\n`);
    return exitCodes.done;
  }
  if (options.confirm !== confirmation)
    throw new UsageError(
      `Nothing was deleted: --confirm ${options.confirm} is not what is shown now, ${confirmation} (${chosen.length} objects match). Check them, and run the same command with --confirm ${confirmation}.`,
      "CP3001",
    );
  return deleteAll(chosen, terminal);
}

/** Only objects that certainly belong to no stack are deleted. */
function refusePartial({ stacks, unread }: Gathered): void {
  const reasons = [
    ...stacks.unread.map(({ stack, reason }) => `stack ${stack}: ${reason}`),
    ...unread.map(({ object, reason }) => `${object}: ${reason}`),
  ];
  if (reasons.length === 0) return;
  throw new UsageError(
    `Nothing was deleted: it is not certain which objects belong to nobody, since ${reasons.join("; ")}.`,
    "CP3004",
  );
}

function previewText(objects: readonly ReportedObject[]): string {
  const price = ({ perMonth, currency, priceReason }: ReportedObject) =>
    perMonth === undefined ? (priceReason ?? "") : `${perMonth} ${currency}`;
  const age = ({ ageDays }: ReportedObject) => (ageDays === undefined ? "" : `${ageDays} d`);
  return `${tableText(
    [
      ["Type", ({ type }) => type],
      ["Id", ({ id }) => id],
      ["Name", ({ name }) => name],
      ["Age", age],
      ["A month", price],
    ],
    objects,
  )}\n\n`;
}

/** Total price of the objects that have a price. */
function totalText(objects: readonly ReportedObject[], sumsOf: (amounts: readonly Amount[]) => Amount[]): string {
  const amounts = objects.flatMap(({ currency, perMonth }) =>
    currency === undefined || perMonth === undefined ? [] : [{ amount: perMonth, currency }],
  );
  if (amounts.length === 0) return "";
  const total = sumsOf(amounts).map(({ amount, currency }) => `${amount} ${currency}`);
  return `${amounts.length === 1 ? "One object costs" : `${amounts.length} objects cost`} ${total.join(" and ")} a month.\n`;
}

async function deleteAll(chosen: readonly Entry[], terminal: Terminal): Promise<number> {
  const { deleteOne } = await import("./delete.ts");
  const client = await clientFor(terminal);
  const progress = batchProgress("objects deleted", chosen.length, terminal);
  const results: Deleted[] = [];
  for (let start = 0; start < chosen.length && !terminal.signal.aborted; start += parallel) {
    const batch = chosen.slice(start, start + parallel);
    results.push(...(await Promise.all(batch.map((entry) => deleteOne(entry, client, terminal.signal)))));
    progress.add(batch.length);
  }
  progress.end();
  const failed = results.flatMap((one) => (one.done ? [] : [`${one.entry.kind} ${one.entry.id}: ${one.reason}`]));
  for (const text of failed) terminal.err(`Not deleted: ${text}\n`);
  const left = chosen.length - (results.length - failed.length);
  terminal.out(`${chosen.length - left} deleted, ${left} left.\n`);
  if (left > 0) terminal.err("Run the same command without --confirm to see what is left.\n");
  if (terminal.signal.aborted) return exitCodes.interrupted;
  return failed.length === 0 ? exitCodes.done : exitCodes.failed;
}
