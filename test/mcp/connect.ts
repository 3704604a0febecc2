import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { serverOf } from "../../provider/cli/mcp/serve.ts";

/** The result of a tool. */
export interface Answered {
  text: string;
  isError: boolean;
}

export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Answered> {
  const result = await client.callTool({ name, arguments: given }, { timeout: 300_000 });
  const [first] = result.content;
  return { text: first?.type === "text" ? first.text : "", isError: result.isError === true };
}

/** Connects a client to a server in this process. */
export async function connect(environment: Record<string, string | undefined>, folder = "."): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const signal = new AbortController().signal;
  const terminal = { out: () => {}, err: () => {}, isInteractive: false, environment, folder, signal };
  const server = serverOf(McpServer, folder, terminal);
  await server.connect(theirs);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(ours);
  onTestFinished(() => client.close());
  return client;
}
