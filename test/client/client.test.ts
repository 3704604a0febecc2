import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoints } from "@cloudplatform/pulumi/api";
import {
  ConnectionError,
  createClient,
  InputError,
  InvalidResponseError,
  ResponseError,
  scopeOf,
} from "@cloudplatform/pulumi/client";
import { afterEach, describe, expect, test } from "vitest";
import { retryAfterMs, retryPause } from "../../provider/client/retry.ts";
import { sendControl } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";

const emulator = await platform();
const client = clientOf(emulator);
const list = endpoints["ruleTemplates.list"];
const create = endpoints["ruleTemplates.create"];
const template = { rule: "/a", ruleType: 0 };

afterEach(async () => {
  await control("DELETE", "faults");
  await control("POST", "reset");
  await control("DELETE", "requests");
});

function control(method: string, path: string, body?: unknown): Promise<unknown> {
  return sendControl(emulator.url, method, path, body);
}

/** Returns the number of requests that the platform received. */
async function seen(): Promise<number> {
  const answer = (await control("GET", "requests")) as { requests: unknown[] };
  return answer.requests.length;
}

function failure(action: Promise<unknown>): Promise<unknown> {
  return action.then(
    () => expect.fail("the call succeeded"),
    (error: unknown) => error,
  );
}

describe("a request", () => {
  test("sends the key after the word apikey and one space, and nothing else", async () => {
    const headers: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      headers.push(request.headers.authorization);
      response.setHeader("content-type", "application/json").end("[]");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await createClient({ baseUrl, apiKey: "a$b_c" }).bind(scopeOf("the test")).call(list, {});
    server.close();
    expect(headers).toEqual(["apikey a$b_c"]);
  });

  test("is not sent when its input breaks the contract, and the error lists every problem", async () => {
    const error = await failure(client.call(create, { body: { rule: "", ruleType: 7, weight: 0 } }));
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).problems).toHaveLength(3);
    expect(await seen()).toBe(0);
  });
});

test("a list in a query repeats the parameter; omitted parameters are not sent", async () => {
  await client.call(endpoints["tasks.active"], {
    params: { projectId: 1, regionId: 76 },
    query: { task_type: ["create_cluster", "a&b"], limit: undefined },
  } as never);
  const { requests } = (await control("GET", "requests")) as { requests: { query?: unknown }[] };
  expect(requests.map(({ query }) => query)).toEqual([{ task_type: ["create_cluster", "a&b"] }]);
});

describe("a failed request", () => {
  test.each(["GET", "PUT", "DELETE"] as const)(
    "is sent again when it is a %s and the platform broke down",
    (method) => {
      const info = { method, path: "/x", baseUrl: "https://p" };
      const error = new ResponseError(info, "maybe", "x", "y", { status: 500, platformMessage: "" });
      expect(retryPause(error, 1)).toBeGreaterThan(0);
      expect(retryPause(error, 5)).toBeUndefined();
    },
  );

  test.each(["POST", "PATCH"] as const)("is not sent again when it is a %s that may have been acted on", (method) => {
    const info = { method, path: "/x", baseUrl: "https://p" };
    const broken = new ResponseError(info, "maybe", "x", "y", { status: 500, platformMessage: "" });
    const lost = new ConnectionError(info, "maybe", "ECONNRESET", "x", "y");
    const refused = new ConnectionError(info, "no", "ECONNREFUSED", "x", "y");
    expect([retryPause(broken, 1), retryPause(lost, 1)]).toEqual([undefined, undefined]);
    expect(retryPause(refused, 1)).toBeGreaterThan(0);
  });

  test("waits for Retry-After, but not for hours", () => {
    const info = { method: "GET", path: "/x", baseUrl: "https://p" };
    const asked = (ms: number) =>
      new ResponseError(info, "no", "x", "y", { status: 429, platformMessage: "", retryAfterMs: ms });
    expect(retryPause(asked(2_000), 1)).toBe(2_000);
    expect(retryPause(asked(3_600_000), 1)).toBeUndefined();
  });

  test("reads Retry-After in seconds and as a date", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    expect(retryAfterMs("3", now)).toBe(3_000);
    expect(retryAfterMs("Thu, 01 Jan 2026 00:00:05 GMT", now)).toBe(5_000);
    expect(retryAfterMs("soon", now)).toBeUndefined();
  });

  test("succeeds at the second try of a read", async () => {
    await control("POST", "faults", { name: "status", status: 503, endpoint: "ruleTemplates.list", count: 1 });
    expect(await client.call(list, {})).toBeInstanceOf(Array);
    expect(await seen()).toBe(2);
  });

  test("is tried five times, then reported", async () => {
    await control("POST", "faults", { name: "status", status: 503, endpoint: "ruleTemplates.list" });
    expect(await failure(client.call(list, {}))).toMatchObject({ status: 503 });
    expect(await seen()).toBe(5);
  });

  test("is sent once if its response is lost, and the error says that the object may exist", async () => {
    await control("POST", "faults", { name: "drop-after", endpoint: "ruleTemplates.create", count: 1 });
    const error = await failure(client.call(create, { body: template }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as ConnectionError).sideEffect).toBe("maybe");
    expect(await seen()).toBe(1);
  });

  test("is retried if the platform limits the rate of a create", async () => {
    const fault = { name: "status", status: 429, retryAfter: 0, endpoint: "ruleTemplates.create", count: 2 };
    await control("POST", "faults", fault);
    const made = await client.call(create, { body: template });
    expect(made.rule).toBe("/a");
    expect(await seen()).toBe(3);
  });
});

describe("an error", () => {
  test("contains method, path, status, the platform's message and the fix for a wrong key, but not the key", async () => {
    const wrong = clientOf(emulator, { apiKey: "wrong-key-4711" });
    const error = (await failure(wrong.call(list, {}))) as ResponseError;
    expect(error).toMatchObject({ status: 401, method: "GET", path: "/cdn/resources/rule_templates" });
    expect(error.message).toMatch(
      /Could not list rule templates: the platform answered 401 ".+" to GET .+CLOUDPLATFORM_API_KEY/,
    );
    expect(JSON.stringify(error) + error.message + error.stack).not.toContain("wrong-key-4711");
  });

  test("hides the key and the secrets of the request when the platform repeats them", async () => {
    const body = { message: "bad key local-key-1 and k3y-of-links", code: 1 };
    await control("POST", "faults", { name: "status", status: 400, endpoint: "ruleTemplates.create", body });
    const own = clientOf(emulator, { apiKey: "local" });
    const options = { secure_key: { enabled: true, key: "k3y-of-links" } };
    const error = (await failure(own.call(create, { body: { ...template, options } }))) as ResponseError;
    expect(error.message).toContain("[redacted]");
    expect(error.message).not.toContain("k3y-of-links");
  });

  test("of a platform that is down names the address on which nothing listens", async () => {
    const away = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "k" }).bind(scopeOf("the test"));
    const body = { rule: "/a", ruleType: 0 };
    // A POST is retried, too, because nothing was sent. The pauses are real and short.
    const error = (await failure(away.call(create, { body }))) as ConnectionError;
    expect(error.sideEffect).toBe("no");
    expect(error.message).toMatch(/http:\/\/127\.0\.0\.1:9.*ECONNREFUSED.*nothing listens at this address/);
  });

  test("of a placeholder base URL comes immediately and names the setting", async () => {
    let retries = 0;
    const away = createClient({ baseUrl: "https://platform.invalid", apiKey: "k", onRetry: () => void retries++ }).bind(
      scopeOf("the test"),
    );
    const error = (await failure(away.call(list, {}))) as ConnectionError;
    expect(error.sideEffect).toBe("no");
    expect(error.message).toMatch(/no response from https:\/\/platform\.invalid.*names under \.invalid.*set baseUrl/);
    expect(retries).toBe(0);
  });

  test("of a response that is not JSON shows its beginning", async () => {
    await control("POST", "faults", { name: "garbage", endpoint: "ruleTemplates.list", count: 1 });
    const error = (await failure(client.call(list, {}))) as InvalidResponseError;
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error.message).toMatch(/the body is not JSON.*Check that baseUrl .* is the platform's API/);
  });

  test("of a response of the wrong shape names the field", async () => {
    const body = { id: "seven", rule: "/a", ruleType: 0 };
    const server = createServer((_request, response) => {
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(body));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = (await failure(
      createClient({ baseUrl, apiKey: "k" }).bind(scopeOf("the test")).call(create, { body: template }),
    )) as InvalidResponseError;
    server.close();
    expect(error.message).toContain("field id does not match the contract");
    expect(error.sideEffect).toBe("yes");
  });

  test("of a platform that does not respond in time reports the timeout", async () => {
    await control("POST", "faults", { name: "delay", ms: 60_000, endpoint: "ruleTemplates.create", count: 1 });
    const hasty = clientOf(emulator, { timeouts: { headersMs: 200 } });
    const error = (await failure(hasty.call(create, { body: template }))) as ConnectionError;
    expect(error).toMatchObject({ acted: "maybe", reason: "UND_ERR_HEADERS_TIMEOUT" });
  });
});

test("unknown fields are kept and cause no error", async () => {
  await control("POST", "faults", { name: "unknown-field", endpoint: "ruleTemplates.create", count: 1 });
  const made = await client.call(create, { body: template });
  expect(made.rule).toBe("/a");
});
