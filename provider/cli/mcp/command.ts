import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { exitCodes, UsageError } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

const help = `
Tools: one for each read-only function; reference, explain, match, review. Secrets are replaced by [secret].
The server ends when its input ends. It needs the package @modelcontextprotocol/server.

Example:
  $ cloudplatform mcp --cwd infrastructure`;

/** `mcp`: serves assistants over the Model Context Protocol. */
export function addMcp(target: Command, terminal: Terminal, done: (code: number) => void): void {
  target
    .description("Serve functions, reference, error codes, CDN matches and reviews to assistants over MCP. Read-only.")
    .option("-C, --cwd <folder>", "Folder of the Pulumi projects that tools can read", ".")
    .addHelpText("after", help)
    .action(async ({ cwd }: { cwd: string }) => {
      const folder = resolve(terminal.folder ?? process.cwd(), cwd);
      if (!existsSync(folder)) throw new UsageError(`--cwd "${cwd}": there is no such folder.`, "CP3001");
      const { serve } = await import("./serve.ts");
      await serve(folder, terminal);
      done(exitCodes.done);
    });
}
