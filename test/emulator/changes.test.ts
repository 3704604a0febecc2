import { expect, test } from "vitest";
import { cluster, clustersPath, longMs, running, template } from "./platform.ts";

const templates = "/cdn/resources/rule_templates";

interface Listed {
  kind: string;
  collection: string;
  object: string;
  cause: { kind: string; id: string; text: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

test("keeps the history of an object with the record before and after each change", async () => {
  const { call, control } = await running();
  const { id } = (await call("POST", templates, { body: { ...template, weight: 1 } })).body;
  await call("PATCH", `${templates}/${id}`, { body: { weight: 2 } });
  await control("POST", `state/ruleTemplates/${id}`, { weight: 3 });
  await call("DELETE", `${templates}/${id}`);
  const changes: Listed[] = (await control("GET", `changes?collection=ruleTemplates&object=${id}`)).body;
  const seen = changes.map(({ kind, cause, before, after }) => [kind, cause.text, before?.weight, after?.weight]);
  expect(seen).toEqual([
    ["deleted", "ruleTemplates.delete", 3, undefined],
    ["updated", "", 2, 3],
    ["updated", "ruleTemplates.patch", 1, 2],
    ["created", "ruleTemplates.create", undefined, 1],
  ]);
  expect(changes.map(({ cause }) => cause.kind)).toEqual(["request", "control", "request", "request"]);
  const latest = (await control("GET", `changes?collection=ruleTemplates&object=${id}&limit=1`)).body;
  expect(latest).toHaveLength(1);
});

test("links a request to the objects and tasks that it changed, and a task to what it ended with", async () => {
  const { call, control } = await running();
  const { tasks } = (await call("POST", clustersPath, { body: cluster })).body;
  await control("POST", "clock", { advanceMs: longMs });
  const [created] = (await control("GET", "requests?endpoint=clusters.create")).body.requests;
  expect((await control("GET", `requests/${created.id}`)).body.changes.slice(0, 2)).toEqual([
    { collection: "tasks", object: tasks[0], kind: "created" },
    { collection: "clusters", object: "1/76/edge-1", kind: "created" },
  ]);
  const ended: Listed[] = (await control("GET", `changes?cause=${tasks[0]}`)).body;
  expect(ended.find(({ collection }) => collection === "clusters")).toMatchObject({
    cause: { kind: "task", id: tasks[0], text: "create_k8s_cluster_v2" },
    before: { status: "Provisioning" },
    after: { status: "Provisioned" },
  });
});

test("has no history of the initial records, and none of a record that was written unchanged", async () => {
  const { control } = await running();
  const of = async () => (await control("GET", "changes?collection=ruleTemplates&object=1")).body;
  expect(await of()).toEqual([]);
  const record = (await control("GET", "state/ruleTemplates/1")).body;
  await control("POST", "state/ruleTemplates/1", record);
  expect(await of()).toEqual([]);
  await control("POST", "state/ruleTemplates/1", { weight: 77 });
  expect(await of()).toHaveLength(1);
  await control("POST", "reset");
  expect(await of()).toEqual([]);
});

test("refuses a history of nothing", async () => {
  const { control } = await running();
  expect((await control("GET", "changes?collection=clusters")).status).toBe(400);
  expect((await control("GET", "changes?cause=nobody")).body).toEqual([]);
});
