import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { configuredClient } from "../../../provider/client/configured-client.ts";
import { ResourceLifecycle } from "../../../provider/engine/lifecycle/lifecycle.ts";
import type { clientErrors } from "../../../provider/errors/client.ts";
import type { Properties } from "../../../provider/values/properties.ts";
import { kinds } from "../../evidence/kinds.ts";
import { relay } from "../../helpers/relay.ts";
import { type AnyScene, passing, repeated, type Stage, set } from "../stage.ts";
import { command } from "./commands.ts";
import { program } from "./projects.ts";

const create = { endpoint: "ruleTemplates.create", count: 1 };
const rule = kinds["cdn.RuleTemplate"].inputs;

/** Errors of settings, arguments, requests and tasks. */
export const requestScenes: Record<keyof typeof clientErrors, AnyScene> = {
  CP1001: set({ "cloudplatform:apiKey": "" }),
  CP1002: set({ "cloudplatform:pollTimeoutSeconds": "many" }),
  CP1003: set({ "cloudplatform:baseUrl": "http://platform.example.com" }),
  CP1004: ({ emulator }) => {
    const settings: Record<string, string> = { baseUrl: emulator.url, apiKey: "local" };
    const configured = (name: string) => {
      const get = (key: string) => settings[key.replace("cloudplatform:", "")];
      return configuredClient({ names: () => [...Object.keys(settings), name], get });
    };
    return { meet: async () => configured("regonId"), follow: async () => configured("regionId") };
  },
  CP1005: program(
    `class Other extends pulumi.ProviderResource { constructor() { super("pulumi-nodejs", "other", {}); } }
    await cdn.getRuleTemplate({ id: 77 }, { provider: new Other() });`,
    `const provider = new cloudplatform.Provider("own", { apiKey: "local", baseUrl: process.env.CLOUDPLATFORM_BASE_URL ?? "" });
    await cdn.getRuleTemplate({ id: 77 }, { provider });`,
  ),
  CP1006: command(["cdn", "rule-template"], ["cdn", "rule-templates"]),
  CP1007: (stage) => ({
    async meet() {
      process.env.CLOUDPLATFORM_READ_ONLY = "true";
      await stage.open("cdn.RuleTemplate").up(rule);
    },
    follow() {
      delete process.env.CLOUDPLATFORM_READ_ONLY;
      return stage.open("cdn.RuleTemplate").up(rule);
    },
  }),
  CP1101: set({ "cloudplatform:baseUrl": "http://127.0.0.1:1" }),
  CP1102: passing({ ...create, name: "status", status: 422 }),
  CP1103: set({ "cloudplatform:apiKey": "of-another" }),
  CP1104: passing({ ...create, name: "status", status: 403 }),
  CP1105: command(["cdn", "rule-template", "--id", "987654"], ["cdn", "rule-template", "--id", "1"]),
  CP1106: passing({ ...create, name: "status", status: 429, retryAfter: 3600 }),
  CP1107: passing({ name: "status", status: 500, endpoint: "ruleTemplates.list", count: 20 }),
  CP1108: (stage) => ({
    async meet() {
      const website = createServer((_, response) => response.writeHead(302, { location: "/" }).end()).listen(0);
      await once(website, "listening");
      const { port } = website.address() as AddressInfo;
      const settings = { "cloudplatform:baseUrl": `http://127.0.0.1:${port}` };
      try {
        await stage.open("cdn.RuleTemplate", { settings }).up(rule);
      } finally {
        website.close();
      }
    },
    follow: () => stage.open("cdn.RuleTemplate").up(rule),
  }),
  CP1109: passing({ name: "garbage", endpoint: "ruleTemplates.list", count: 20 }),
  CP1110: (stage) => {
    let state: Awaited<ReturnType<Stage["made"]>>["state"];
    return {
      async meet() {
        state = (await stage.made("cdn.RuleTemplate")).state;
        await stage.control.fault({ name: "foreign", endpoint: "ruleTemplates.get" });
        await stage.open("cdn.RuleTemplate", { state }).refresh();
      },
      async follow() {
        await stage.control.clearFaults();
        const again = stage.open("cdn.RuleTemplate", { state });
        if (!(await again.refresh())) throw new Error("It was forgotten.");
        await again.up(rule);
      },
    };
  },
  CP1201: repeated("kubernetes.Cluster", {
    fault: ({ control }) => control.fault({ name: "task-error", endpoint: "clusters.delete", count: 1 }),
    act: (one) => one.destroy(),
  }),
  // A cluster that is locked by another client's task.
  CP1202: repeated("kubernetes.Cluster", {
    fault: ({ control }, id) => control.change("clusters", id, { task_id: "of-another" }),
    act: (one) => one.up({ ...kinds["kubernetes.Cluster"].changed, timeouts: { update: "1m" } }),
    remove: ({ control }, id) => control.change("clusters", id, { task_id: null }),
  }),
  CP1203: (stage) => ({
    async meet() {
      const interrupt = new AbortController();
      const line = await relay(stage.emulator.url);
      const lifecycle = new ResourceLifecycle(kinds["cdn.RuleTemplate"].handler);
      const settings: Record<string, string> = { baseUrl: line.url, apiKey: "local" };
      lifecycle.configure({
        get: (key) => settings[key.replace("cloudplatform:", "")],
        names: () => Object.keys(settings),
      });
      const { urn } = stage.open("cdn.RuleTemplate");
      const request = { urn, secretPaths: [], secretSettings: [], signal: interrupt.signal };
      const { inputs } = await lifecycle.check({
        ...request,
        inputs: rule as Properties,
        declared: undefined,
        adopt: undefined,
      });
      line.before = () => interrupt.abort();
      await lifecycle.create({ ...request, inputs, adopt: undefined });
    },
    async follow() {
      await stage.open("cdn.RuleTemplate").up(rule);
      const made = stage.emulator.platform.store.ruleTemplates.all().filter((one) => one.name === "own");
      if (made.length !== 1) throw new Error(`There are ${made.length}.`);
    },
  }),
};
