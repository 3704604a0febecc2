import { expect, test } from "vitest";
import { RateLimit } from "../../emulator/requests/rate-limit.ts";
import { running } from "./platform.ts";
import { runCommand } from "./process.ts";

const tasks = "/cloud/v1/tasks";
/** One request in 1,000 seconds: the second request is refused on any machine, however slow. */
const rateLimit = 0.001;

test("a request beyond the limit is refused, and Retry-After says when the next one may come", async () => {
  const { call, control, emulator } = await running({ rateLimit });
  expect((await call("GET", tasks, { headers: { authorization: "apikey wrong" } })).status).toBe(401);
  expect((await call("GET", tasks)).status).toBe(200);
  const { status, headers, body } = await call("GET", tasks);
  expect([status, body.exception_class]).toEqual([429, "RateLimitError"]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(900);
  // A refused request has no effect, and control routes have no limit.
  const before = emulator.platform.store.ruleTemplates.count();
  expect((await call("POST", "/cdn/resources/rule_templates", { body: { rule: "/a", ruleType: 0 } })).status).toBe(429);
  expect((await control("GET", "summary")).body.counts.ruleTemplates).toBe(before);
});

test("the command limits the rate, without Retry-After on request", async () => {
  const { ready } = runCommand("--port", "0", "--rate-limit", String(rateLimit), "--no-retry-after");
  const { url } = await ready;
  const ask = () => fetch(url + tasks, { headers: { authorization: "apikey local" } });
  expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, null]);
});

test("a key has the requests of one second at once, and then one whenever one is refilled", () => {
  const limit = new RateLimit(10, true);
  const served = (key: string, now: number) => {
    try {
      limit.spend(key, now);
      return true;
    } catch {
      return false;
    }
  };
  expect(Array.from({ length: 12 }, () => served("a", 0))).toEqual([...Array(10).fill(true), false, false]);
  expect(served("b", 0)).toBe(true);
  expect([served("a", 99), served("a", 101), served("a", 102)]).toEqual([false, true, false]);
  expect(Array.from({ length: 12 }, () => served("a", 60_000)).filter(Boolean)).toHaveLength(10);
});
