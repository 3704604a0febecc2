import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
  expect(await kindOf("http://platform.test")).toBe("EnvHttpProxyAgent");
  for (const origin of ["http://127.0.0.1:8787", "http://localhost:8787"]) expect(await kindOf(origin)).toBe("Pool");
  vi.stubEnv(name, "");
  expect(await kindOf("http://after.test")).toBe("Pool");
});

test("clients of one platform with the same timeouts share their connections", async () => {
  const one = await poolOf("http://platform.test", timeouts as never);
  expect(await poolOf("http://platform.test", timeouts as never)).toBe(one);
  expect(await poolOf("http://platform.test", { ...timeouts, bodyMs: 2 } as never)).not.toBe(one);
  expect(await poolOf("http://other.test", timeouts as never)).not.toBe(one);
  await closePools();
  expect(await poolOf("http://platform.test", timeouts as never)).not.toBe(one);
});
