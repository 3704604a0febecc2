import { runCommandLine } from "../../provider/cli/program.ts";
import type { Terminal } from "../../provider/cli/terminal.ts";

export interface Ran {
  code: number;
  out: string;
  err: string;
}

export interface RunOptions {
  environment?: Record<string, string>;
  isInteractive?: boolean;
  signal?: AbortSignal;
  /** Folder of the project. Default: the current folder. */
  folder?: string;
  input?: Terminal["input"];
  /** Called with each text that is printed. */
  onOut?: (text: string) => void;
}

/** Runs the command line in this process, against an emulator. */
export async function commandLine(url: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const ran: Ran = { code: -1, out: "", err: "" };
  const { isInteractive = false, signal = new AbortController().signal, folder, input, onOut } = options;
  ran.code = await runCommandLine(args, {
    out: (text) => {
      ran.out += text;
      onOut?.(text);
    },
    err: (text) => {
      ran.err += text;
    },
    isInteractive,
    environment: { CLOUDPLATFORM_BASE_URL: url, CLOUDPLATFORM_API_KEY: "local", ...options.environment },
    folder,
    ...(input !== undefined && { input }),
    signal,
  });
  return ran;
}
