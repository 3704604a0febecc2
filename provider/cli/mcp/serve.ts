import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { environmentSecrets } from "../../client/environment-secrets.ts";
import { Redactor } from "../../client/redact.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import manifest from "../../package.json" with { type: "json" };
import { errorText } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { documentationTools } from "./documentation.ts";
import { lookupTools } from "./lookups.ts";
import { stackTools } from "./stacks.ts";
import type { Tool } from "./tool.ts";

const instructions =
  "Reads a cloud platform and its Pulumi stacks. No tool changes anything. Begin with reference for the names of resources and functions.";

/** The tools, by name. */
export const tools = (): Tool[] => [...documentationTools, ...stackTools, ...lookupTools()];

/** Serves the tools on stdin and stdout until the client disconnects, or Ctrl-C. */
export async function serve(folder: string, terminal: Terminal): Promise<void> {
  const { McpServer, serveStdio, StdioServerTransport } = await sdk();
  const ended = new AbortController();
  const signal = AbortSignal.any([terminal.signal, ended.signal]);
  const transport = new StdioServerTransport();
  process.stdin.once("close", () => ended.abort());
  const onerror = (error: Error) => terminal.err(`${error.message}\n`);
  const handle = serveStdio(() => serverOf(McpServer, folder, { ...terminal, signal }), { transport, onerror });
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await handle.close();
}

/** Creates a server with all tools. `folder` contains the projects that the tools may read. */
export function serverOf(Server: typeof McpServer, folder: string, terminal: Terminal): McpServer {
  const server = new Server({ name: "cloudplatform", version: manifest.version }, { instructions });
  const secrets = new Redactor(environmentSecrets(terminal.environment));
  const keepSecret = (texts: readonly string[]) => secrets.add(texts);
  for (const { name, description, input, run } of tools())
    server.registerTool(
      name,
      { description, inputSchema: advertised(input), annotations: { readOnlyHint: true, destructiveHint: false } },
      async (given: unknown, { mcpReq }) => {
        const signal = AbortSignal.any([terminal.signal, mcpReq.signal]);
        try {
          const text = await run(given as Record<string, unknown>, { terminal, folder, signal, keepSecret });
          return { content: [{ type: "text", text: secrets.redact(text) }] };
        } catch (error) {
          return { content: [{ type: "text", text: secrets.redact(errorText(error)) }], isError: true };
        }
      },
    );
  return server;
}

/** The arguments schema for clients. The tool itself validates arguments, so that its errors name each invalid one. */
function advertised(input: z.ZodObject) {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Record<string, unknown>;
  return {
    "~standard": {
      ...{ version: 1 as const, vendor: "cloudplatform" },
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

/** The SDK of the protocol is an optional package, because few users connect an assistant. */
async function sdk() {
  try {
    const { McpServer } = await import("@modelcontextprotocol/server");
    return { McpServer, ...(await import("@modelcontextprotocol/server/stdio")) };
  } catch (error) {
    if (!/MODULE_NOT_FOUND/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    throw new OperationError(
      "cloudplatform mcp needs the package @modelcontextprotocol/server: npm install --save-dev @modelcontextprotocol/server",
      "CP3006",
    );
  }
}
