import fc from "fast-check";
import { expect, test } from "vitest";
import { refusalOf } from "../../emulator/requests/refusal.ts";
import { cluster, clustersPath, pool, running, template } from "./platform.ts";

const templates = "/cdn/resources/rule_templates";

interface Logged {
  id: string;
  seq: number;
  status: number | null;
  method: string;
  refusal: string | null;
}

test("returns requests in pages, sorted and filtered by status, method, fault and text", async () => {
  const { call, control } = await running();
  const { id: fault } = (await control("POST", "faults", { name: "status", status: 503, count: 1 })).body;
  await call("GET", templates);
  await call("POST", templates, { body: template });
  await call("POST", templates, { body: { ...template, ruleType: 9 } });
  await call("GET", "/edgeapp/v1/apps/99");
  await control("POST", "faults", { name: "drop-before", count: 1 });
  await expect(call("DELETE", `${templates}/1`)).rejects.toThrow();
  const statuses = async (query: string) => {
    const { body } = await control("GET", `requests/page?${query}`);
    return (body.requests as Logged[]).map(({ status }) => status);
  };
  expect(await statuses("")).toEqual([null, 404, 400, 201, 503]);
  expect(await statuses("descending=false&limit=2&offset=1")).toEqual([201, 400]);
  expect((await control("GET", "requests/page?limit=2")).body.total).toBe(5);
  expect(await statuses("sort=status")).toEqual([503, 404, 400, 201, null]);
  expect(await statuses("status=4xx")).toEqual([404, 400]);
  expect(await statuses("status=failed")).toEqual([null, 404, 400, 503]);
  expect(await statuses("status=dropped")).toEqual([null]);
  expect(await statuses("method=POST&status=201")).toEqual([201]);
  expect(await statuses("find=RULETYPE")).toEqual([400, 201]);
  expect(await statuses(`fault=${fault}`)).toEqual([503]);
  expect((await control("GET", "requests/page?status=bad")).status).toBe(400);
});

test("says why a request was refused, without values unless they are recorded", async () => {
  for (const recordBodies of [false, true]) {
    const { call, control } = await running({ recordBodies });
    await call("POST", templates, { body: { ...template, ruleType: 9, rule: "/planted" } });
    await call("POST", clustersPath, { body: cluster });
    await call("POST", clustersPath, { body: cluster });
    await call("POST", clustersPath, { body: { ...cluster, name: "b", pools: [{ ...pool, flavor_id: "planted" }] } });
    const { text, body } = await control("GET", "requests/page?descending=false");
    const [invalid, accepted, conflict, flavor] = (body.requests as Logged[]).map(({ refusal }) => refusal);
    expect(invalid).toMatch(/^ruleType: Too big: .*<=1$/);
    expect(accepted).toBeNull();
    expect(conflict).toBe(`Cluster "${recordBodies ? "edge-1" : "[text]"}" already exists.`);
    expect(flavor).toMatch(/^pools\.0\.\w+: /);
    expect(text.includes("planted")).toBe(recordBodies);
  }
});

test("shows no value of any request in the reason of its refusal", () => {
  const word = fc.stringMatching(/^[a-z]{5,12}$/);
  fc.assert(
    fc.property(word, word, fc.nat(), (name, key, number) => {
      fc.pre(![name, key].some((text) => "The objects is not allowed here because of".includes(text)));
      const refused = {
        status: 400,
        path: "/cdn/resources/rule_templates",
        query: { q: name },
        endpoint: undefined,
        request: { list: [{ [key]: name }, number] },
        response: { message: `The ${name} is not allowed here because of ${key}=${number} and "${name}".` },
        faults: [],
      };
      const reason = refusalOf(refused, false) ?? "";
      for (const value of [name, key]) expect(reason).not.toContain(value);
      expect(reason.match(/\d+/g)).toBeNull();
      expect(refusalOf(refused, true)).toBe(refused.response.message);
    }),
  );
});

test("resends a request unchanged, and sends a new one, over HTTP", async () => {
  const { call, control } = await running();
  await call("POST", templates, { body: { ...template, name: "planted" } });
  const [first] = (await control("GET", "requests")).body.requests as Logged[];
  const { body: sent } = await control("POST", `requests/${first?.id}/send`);
  expect(sent).toMatchObject({ status: 201, id: expect.stringMatching(/^req_/) });
  expect((await control("GET", "objects/ruleTemplates?find=planted")).body.total).toBe(2);
  const repeated = await control("GET", `requests/${sent.id}`);
  expect(repeated.body).toMatchObject({ method: "POST", status: 201, endpoint: "ruleTemplates.create" });
  expect(repeated.text).not.toContain("planted");

  const made = await control("POST", "send", { method: "POST", path: clustersPath, body: cluster });
  expect(made.body.status).toBe(200);
  expect((await call("GET", `${clustersPath}/edge-1`)).status).toBe(200);
  await control("POST", "faults", { name: "drop-before", count: 1 });
  expect((await control("POST", "send", { method: "GET", path: templates })).body.status).toBeNull();
});

test("refuses to resend bodies that it did not keep, and requests to its own control routes", async () => {
  const { call, control } = await running();
  await call("POST", templates, { text: "{", headers: { "content-type": "application/json" } });
  const [broken] = (await control("GET", "requests")).body.requests as Logged[];
  expect((await control("POST", `requests/${broken?.id}/send`)).status).toBe(400);
  expect((await control("POST", "requests/req_000000000000/send")).status).toBe(404);
  for (const path of ["/_emulator/reset", "http://127.0.0.1/x", "//evil.example/"])
    expect((await control("POST", "send", { method: "POST", path })).status, path).toBe(400);
});
