import { type Client, type ClientOptions, createClient, type OperationClient, scopeOf } from "../client/index.ts";
import type { PageProgress } from "../functions/paging.ts";
import type { StackFlags } from "./stack-flags.ts";
import { commandSettings } from "./stack-settings.ts";

/** Where a command reads and writes. Tests pass their own; `main.ts` passes the process. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Standard input. */
  input?: AsyncIterable<Uint8Array> & { isTTY?: boolean };
  /** Whether transient lines make sense on stderr. */
  isInteractive: boolean;
  environment: Record<string, string | undefined>;
  /** Folder in which the command runs (default: the current one). */
  folder?: string;
  /** Aborted on Ctrl-C. */
  signal: AbortSignal;
}

export const processTerminal = (signal: AbortSignal): Terminal => ({
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  // Opened only when it is read.
  get input() {
    return process.stdin;
  },
  isInteractive: process.stderr.isTTY === true,
  environment: process.env,
  signal,
});

/** A client with the settings of the environment, or of a stack (default: the project's selected one). */
export async function clientFor(
  terminal: Terminal,
  { readOnly, ...flags }: Pick<ClientOptions, "readOnly"> & Partial<StackFlags> = {},
): Promise<Client> {
  const { settings, secrets } = await commandSettings(terminal, flags);
  const client = createClient({ ...settings, readOnly });
  client.keepSecret(secrets);
  return client;
}

/** The client of a command that sends requests itself. */
export async function commandClientFor(
  terminal: Terminal,
  name: string,
  flags: Partial<StackFlags> = {},
): Promise<OperationClient> {
  return (await clientFor(terminal, flags)).bind(scopeOf(`cloudplatform ${name}`, terminal.signal));
}

/** A line on stderr with the progress of a long list. It disappears when the list is complete. */
export function progressLine(terminal: Terminal): { show(progress: PageProgress): void; end(): void } {
  let isShown = false;
  return {
    show: ({ items, total }) => {
      // A list that fits on its first page needs no line.
      if (!terminal.isInteractive || (!isShown && (total === undefined ? false : items >= total))) return;
      isShown = true;
      terminal.err(`\r\x1b[K${items}${total === undefined ? "" : ` of ${total}`}…`);
    },
    end: () => {
      if (isShown) terminal.err("\r\x1b[K");
      isShown = false;
    },
  };
}
