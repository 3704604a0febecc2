// In a process of its own: it loads the package twice.
import { type Deployed, deploy } from "@cloudplatform/pulumi/testing";
import { expect, test, vi } from "vitest";
import * as cloudplatform from "../../provider/index.ts";
import { runIsolated } from "../../provider/pulumi/program/sdk/isolated-run.ts";
import { platform } from "../helpers/platform.ts";

const rule = { rule: "/old", ruleType: 0 };

/** Declares the template "old" as a resource of its own. */
const template = (id?: string, { cdn } = cloudplatform) =>
  void new cdn.RuleTemplate("old", rule, id === undefined ? {} : { import: id });

/** Declares a set; with an id, the template is one of its rules. */
const set = (id?: string) =>
  void new cloudplatform.cdn.RuleSet("set", {
    rules: [
      { key: "kept", rule: "/kept/", ruleType: 0 },
      ...(id === undefined ? [] : [{ key: "old", ...rule, import: id }]),
    ],
  });

/** A set that has taken over the template with the id. */
async function setWithTemplate() {
  const first = await deploy(() => template());
  const id = String(first.resource("old").outputs.templateId);
  return { id, stack: await first.deploy(() => set(id)) };
}

const deletions = ({ requests }: Deployed) =>
  requests.filter(({ method }) => method === "DELETE").map(({ path }) => path);

test("a set deletes a rule whose template only an earlier program of the process has imported", async () => {
  const { id, stack } = await setWithTemplate();
  const out = await stack.deploy(() => {
    set();
    template(id);
  });
  expect(deletions(out)).toEqual([]);
  const back = await out.deploy(() => set(id));
  expect(deletions(back)).toEqual([]);
  expect(deletions(await back.deploy(() => set()))).toEqual([expect.stringMatching(`/${id}$`)]);
});

test("a set gives up a template that a library with its own copy of the package imports", async () => {
  vi.resetModules();
  const library = await import("../../provider/index.ts");
  expect(library.cdn).not.toBe(cloudplatform.cdn);
  const { id, stack } = await setWithTemplate();
  const out = await stack.deploy(() => {
    set();
    template(id, library);
  });
  expect(deletions(out)).toEqual([]);
});

test("a function asks the platform again in the next run of the process", async () => {
  const { url, platform: emulated } = await platform();
  Object.assign(process.env, { CLOUDPLATFORM_BASE_URL: url, CLOUDPLATFORM_API_KEY: "local" });
  const run = () => runIsolated(() => Promise.all([1, 2].map(() => cloudplatform.cdn.getRuleTemplates())));
  await run();
  await run();
  expect(emulated.requests.list({ endpoint: "ruleTemplates.list" })).toHaveLength(2);
});
