import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endpoints } from "../../provider/api/index.ts";
import { createClient, scopeOf } from "../../provider/client/index.ts";
import { closePools, poolOf } from "../../provider/client/transport.ts";

const timeouts = { connectMs: 1, headersMs: 1, bodyMs: 1, graceMs: 1 };
const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"];
const proxy = "http://127.0.0.1:9";

beforeEach(() => {
  for (const name of names) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await closePools();
});

const kindOf = async (origin: string) => (await poolOf(origin, timeouts as never)).constructor.name;

test.each(names)("requests go through the proxy of %s, those to this machine do not", async (name) => {
  expect(await kindOf("http://before.test")).toBe("Pool");
  vi.stubEnv(name, proxy);
  expect(await kindOf("https://platform.test")).toBe("EnvHttpProxyAgent");
  for (const origin of ["http://127.0.0.1:8787", "http://localhost:8787"]) expect(await kindOf(origin)).toBe("Pool");
  vi.stubEnv(name, "");
  expect(await kindOf("http://after.test")).toBe("Pool");
});

test("a failure behind a proxy names its variable, and not its address, which may have a password", async () => {
  vi.stubEnv("HTTPS_PROXY", "http://user:hunter2@127.0.0.1:9");
  const failure = async (baseUrl: string) => {
    const client = createClient({ baseUrl, apiKey: "local" }).bind(scopeOf("test"));
    return String(await client.call(endpoints["ruleTemplates.list"], {}).catch((error: unknown) => error));
  };
  const proxied = await failure("https://platform.test");
  expect(proxied).toContain("HTTPS_PROXY is set: unless NO_PROXY lists the host, the request went to that proxy");
  expect(proxied).not.toContain("hunter2");
  expect(await failure("https://127.0.0.1:9")).not.toContain("PROXY");
});

test("clients of one platform with the same timeouts share their connections", async () => {
  const one = await poolOf("http://platform.test", timeouts as never);
  expect(await poolOf("http://platform.test", timeouts as never)).toBe(one);
  expect(await poolOf("http://platform.test", { ...timeouts, bodyMs: 2 } as never)).not.toBe(one);
  expect(await poolOf("http://other.test", timeouts as never)).not.toBe(one);
  await closePools();
  expect(await poolOf("http://platform.test", timeouts as never)).not.toBe(one);
});
