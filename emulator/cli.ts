#!/usr/bin/env node
import { help, parseCommandLine } from "./command-line.ts";
import { startEmulator } from "./index.ts";
import { PlatformError } from "./server/errors.ts";

const parsed = parseCommandLine(process.argv.slice(2));
if (parsed.kind === "help") console.log(help);
else if (parsed.kind === "refused") fail(`${parsed.message} [CP6004]`);
// The installed command is CommonJS, which has no top-level await.
else void run(parsed.options);

async function run(options: Parameters<typeof startEmulator>[0]): Promise<void> {
  try {
    const emulator = await startEmulator(options);
    console.log(JSON.stringify({ url: emulator.url, console: emulator.console }));
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void emulator.close());
  } catch (cause) {
    fail(explained(cause, options?.port));
  }
}

function explained(cause: unknown, port: number | undefined): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Pass another port with --port, or 0 for a free one. [CP6003]`;
  if (code === "EACCES") return `No permission to listen on port ${port}. Pass a port above 1023 with --port. [CP6003]`;
  return cause instanceof PlatformError ? `${cause.message} [CP6004]` : cause.message;
}

function fail(message: string): void {
  console.error(`cloudplatform-emulator: ${message}`);
  process.exitCode = 1;
}
