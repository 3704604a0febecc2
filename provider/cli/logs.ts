import type { Command } from "commander";
import { withZone } from "../api/index.ts";
import { type Client, sleep } from "../client/index.ts";
import { type AppLogResult, type GetAppLogsArgs, getAppLogs, iterateAppLogs } from "../functions/edge.ts";
import { exitCodes } from "./exit-codes.ts";
import { addArguments, argumentsOf, jsonText, withFlagNames } from "./run-lookup.ts";
import { cellText } from "./table.ts";
import { clientFor, progressLine, type Terminal } from "./terminal.ts";
import { refuseUnused } from "./unused-flags.ts";

/** Pause between two polls for new logs. */
const followMs = 2_000;

const positional = ["id"];

interface LogsArgs extends GetAppLogsArgs {
  json?: boolean;
  follow?: boolean;
}

/** `edge logs`: prints one log per line, unformatted. With `--follow`, continues until Ctrl-C. */
export function addLogs(target: Command, terminal: Terminal, done: (code: number) => void): void {
  addArguments(target, getAppLogs, positional);
  target.option("--follow", "Print new logs until Ctrl-C, oldest first");
  target.addHelpText("after", "\nExample:\n  $ cloudplatform edge logs 7 --from 2h --search timeout --follow");
  target.action(async (...given: unknown[]) => {
    const args = argumentsOf(target, getAppLogs, positional, given) as unknown as LogsArgs;
    if (args.follow === true) refuseUnused(target, ["all", "limit", "offset", "sort", "to"], "combined with --follow");
    const client = await clientFor(terminal);
    await withFlagNames(positional, () => (args.follow === true ? follow : once)(args, client, terminal));
    done(exitCodes.done);
  });
}

async function once({ json, follow: _, ...args }: LogsArgs, client: Client, terminal: Terminal): Promise<void> {
  const progress = progressLine(terminal);
  const options = { client, signal: terminal.signal, onPage: progress.show };
  const { logs, totalCount } = await getAppLogs(args, options).finally(progress.end);
  if (json === true) return terminal.out(`${jsonText({ logs, totalCount })}\n`);
  if (logs.length === 0) terminal.out("None.\n");
  for (const log of logs) terminal.out(`${lineOf(log)}\n`);
  if (totalCount !== undefined && totalCount > logs.length)
    terminal.err(`${logs.length} of ${totalCount}; --all shows all of them.\n`);
}

async function follow({ json, follow: _, ...args }: LogsArgs, client: Client, terminal: Terminal): Promise<void> {
  let from = args.from;
  /** Logs with the latest timestamp. The next request starts at this timestamp again, because more logs may have it. */
  let last: string[] = [];
  for (;;) {
    const seen = new Set(last);
    const options = { client, signal: terminal.signal };
    for await (const log of iterateAppLogs({ ...args, sort: "asc", from }, options)) {
      const key = log.id ?? lineOf(log);
      if (seen.has(key)) continue;
      terminal.out(`${json === true ? JSON.stringify(log) : lineOf(log)}\n`);
      const timestamp = typeof log.timestamp === "string" ? withZone(log.timestamp) : undefined;
      last = timestamp === from ? [...last, key] : [key];
      from = timestamp ?? from;
    }
    await sleep(followMs, terminal.signal);
  }
}

function lineOf(log: AppLogResult): string {
  return [log.timestamp, log.edge, log.clientIp, log.log].map(cellText).join("  ");
}
