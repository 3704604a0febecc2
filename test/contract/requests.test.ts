import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import type { Endpoint } from "@cloudplatform/pulumi/api";
import { closePools, createClient, type OperationClient, scopeOf } from "@cloudplatform/pulumi/client";
import { fromWire } from "@cloudplatform/pulumi/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../provider/client/call-types.ts";
import { expectedParts } from "./comparison/expected.ts";
import { endpointOf } from "./comparison/listed.ts";
import { sampleOf } from "./comparison/sample.ts";
import { authentication } from "./facts/auth.ts";
import { type EndpointFact, endpointFacts } from "./facts/endpoints.ts";

const key = "a-key$with/signs_0";
const { expected } = expectedParts();

/** The endpoint whose response the server sends, and the last request that the server received. */
let current: EndpointFact;
let received: unknown;
let server: Server;
let client: OperationClient;

async function read(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? "", "http://host");
  const body = await text(request);
  return {
    line: `${request.method} ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    authorization: request.headers[authentication.header.toLowerCase()],
    body: body === "" ? undefined : JSON.parse(body),
  };
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    received = await read(request);
    response.writeHead(current.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(sampleOf(current.response)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port");
  client = createClient({ baseUrl: `http://127.0.0.1:${address.port}`, apiKey: key }).bind(scopeOf("the test"));
});

afterAll(async () => {
  await closePools();
  server.close();
});

const sample = (at: string): unknown => (expected[at] === undefined ? undefined : sampleOf(expected[at]));
const record = (value: unknown): Record<string, unknown> => Object.fromEntries(Object.entries(Object(value)));

for (const fact of endpointFacts) {
  const { number, method, path } = fact;

  test(`the client sends ${method} ${path} as the contract says, and reads the contract's response`, async () => {
    current = fact;
    received = undefined;
    const params = record(sample(`#${number} params`));
    const query = record(sample(`#${number} query`));
    const body = sample(`#${number} body`);

    const endpoint: Endpoint = endpointOf(number);
    await client.call(endpoint, {
      params: fromWire(endpoint.params, params),
      query: fromWire(endpoint.query, query),
      body: endpoint.body && fromWire(endpoint.body, body),
    } as Call<Endpoint>);

    expect(received).toEqual({
      line: `${method} ${path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      authorization: authentication.value(key),
      body,
    });
  });
}
