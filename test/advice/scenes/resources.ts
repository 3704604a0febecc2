import type { resourceErrors } from "../../../provider/errors/resources.ts";
import { kinds } from "../../evidence/kinds.ts";
import { relay } from "../../helpers/relay.ts";
import { type AnyScene, changed, corrected, interrupted, passing, repeated, type Stage } from "../stage.ts";

const { inputs: cluster } = kinds["kubernetes.Cluster"];
const { inputs: bought } = kinds["reservations.Reservation"];
const pool = { name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 };

/** Errors of single kinds of resources. */
export const resourceScenes: Record<keyof typeof resourceErrors, AnyScene> = {
  CP2201: corrected("cdn.RuleTemplate", { rule: "/(a+)+$" }),
  CP2202: (stage) => {
    const system = stage.emulator.platform.store.ruleTemplates.all().find((one) => one.default === true);
    const own = { name: "own", rule: system?.rule, ruleType: system?.ruleType };
    return {
      meet: () => stage.open("cdn.RuleTemplate", { imports: String(system?.id) }).up(own),
      follow: () => stage.open("cdn.RuleTemplate").up(own),
    };
  },
  CP2203: (stage) => {
    const set = stage.open("cdn.RuleSet");
    const { inputs } = kinds["cdn.RuleSet"];
    return {
      async meet() {
        await stage.control.fault({ name: "status", status: 422, endpoint: "ruleTemplates.create", count: 1 });
        await set.up(inputs);
      },
      follow: () => set.up(inputs),
    };
  },
  CP2301: corrected("kubernetes.Cluster", { version: "v1.12.0" }),
  CP2302: changed("kubernetes.Cluster", {
    first: { name: "own-3", version: "v1.29.9" },
    wrong: { name: "own-3", version: "v1.31.9" },
    right: { name: "own-3", version: "v1.30.9" },
  }),
  CP2303: corrected(
    "kubernetes.Cluster",
    { name: "own-4", pools: [{ ...pool, flavorId: "bm9-nowhere" }] },
    { name: "own-4" },
  ),
  CP2304: changed("kubernetes.Cluster", {
    first: { name: "own-5" },
    wrong: { name: "own-5", pools: [{ ...pool, flavorId: "bm1-basic-small" }] },
    right: { name: "own-5", pools: [{ ...pool, name: "next", flavorId: "bm1-basic-small" }] },
  }),
  CP2305: (stage) => {
    const first = stage.open("kubernetes.Cluster");
    const second = stage.beside(first, "kubernetes.Cluster");
    return {
      async meet() {
        await first.check({ ...cluster, name: "own-7" });
        await second.up({ ...cluster, name: "own-7" });
      },
      follow: () => second.up({ ...cluster, name: "own-8" }),
    };
  },
  CP2306: (stage) => ({
    async meet() {
      await stage.made("kubernetes.Cluster", cluster, "owner");
      await stage.open("kubernetes.Cluster").up(cluster);
    },
    follow: () => stage.open("kubernetes.Cluster").up({ ...cluster, name: "own-2" }),
  }),
  CP2307: (stage) => {
    let id = "";
    return {
      async meet() {
        const { state } = await stage.made("kubernetes.Cluster");
        id = String(state?.id);
        await stage.control.change("clusters", id, {
          id: "00000000-0000-4000-8000-000000000000",
          creator_task_id: "11111111-0000-4000-8000-000000000000",
        });
        await stage.open("kubernetes.Cluster", { state }).up(kinds["kubernetes.Cluster"].changed);
      },
      follow: () => stage.open("kubernetes.Cluster", { imports: id }).up(cluster),
    };
  },
  CP2308: passing({ name: "task-error", endpoint: "clusters.create", count: 1 }, "kubernetes.Cluster"),
  CP2309: passing(
    { name: "task-error", endpoint: "clusters.create", leavesBehind: true, count: 1 },
    "kubernetes.Cluster",
  ),
  CP2310: repeated("kubernetes.Cluster", {
    fault: ({ control }) => control.fault({ name: "task-error", endpoint: "pools.create", count: 1 }),
    act: (one) => one.up({ ...cluster, pools: [pool, { ...pool, name: "second" }] }),
  }),
  // The program declares the value that the platform chose at first; the platform's value has changed since.
  CP2311: (stage) => {
    let state: Awaited<ReturnType<Stage["made"]>>["state"];
    let declared = {};
    return {
      async meet() {
        state = (await stage.made("kubernetes.Cluster")).state;
        declared = { ...cluster, podsIpPool: state?.outputs.podsIpPool };
        await stage.control.change("clusters", String(state?.id), { pods_ip_pool: "10.200.0.0/16" });
        await stage.open("kubernetes.Cluster", { state }).up(declared);
      },
      async follow() {
        const again = stage.open("kubernetes.Cluster", { state });
        await again.refresh();
        const step = await again.preview(declared);
        if (step !== "replace") throw new Error(`The preview shows ${step}.`);
        await again.up(declared);
      },
    };
  },
  CP2312: (stage) => {
    let one: Awaited<ReturnType<Stage["made"]>> | undefined;
    const { changed: declared } = kinds["kubernetes.Cluster"];
    return {
      async meet() {
        one = await stage.made("kubernetes.Cluster");
        const { clusters } = stage.emulator.platform.store;
        const before = clusters.get(String(one.state?.id));
        const line = await relay(stage.emulator.url);
        line.before = (method) =>
          void (method === "GET" && before !== undefined && clusters.put(String(one?.state?.id), before));
        const settings = { "cloudplatform:baseUrl": line.url };
        one = stage.open("kubernetes.Cluster", { state: one.state, settings });
        await one.up(declared);
      },
      async follow() {
        const again = stage.open("kubernetes.Cluster", { state: one?.state });
        again.halfMade = one?.halfMade === true;
        await again.up(declared);
      },
    };
  },
  CP2313: repeated("kubernetes.Cluster", {
    first: { timeouts: { delete: "1m" } },
    fault: ({ emulator }) => emulator.platform.clock.change({ paused: true }),
    act: (one) => one.destroy(),
    remove: ({ emulator }) => emulator.platform.clock.change({ paused: false }),
  }),
  CP2314: interrupted("kubernetes.Cluster", {
    wrong: { name: "own-9" },
    follow: (stage) => stage.open("kubernetes.Cluster").up(cluster),
  }),
  CP2315: interrupted("kubernetes.Cluster", {
    meanwhile: ({ control }, id) => control.change("clusters", id, { keypair: "theirs" }),
    follow: (stage, id) => stage.open("kubernetes.Cluster", { imports: id }).up({ ...cluster, keypair: "theirs" }),
  }),
  CP2316: (stage) => {
    let state: Awaited<ReturnType<Stage["made"]>>["state"];
    return {
      async meet() {
        state = (await stage.made("kubernetes.Cluster")).state;
        for (const part of [state?.inputs, state?.outputs])
          for (const name of ["projectId", "regionId"]) delete part?.[name];
        await stage.open("kubernetes.Cluster", { state }).up(kinds["kubernetes.Cluster"].changed);
      },
      async follow() {
        const again = stage.open("kubernetes.Cluster", { state });
        await again.refresh();
        await again.up(kinds["kubernetes.Cluster"].changed);
      },
    };
  },
  CP2317: corrected(
    "kubernetes.Cluster",
    { name: "own-6", pools: [{ ...pool, minNodeCount: 200, maxNodeCount: 200 }] },
    { name: "own-6" },
  ),
  CP2401: changed("reservations.Reservation", {
    wrong: { name: "other" },
    right: { name: "other", allowReplacement: true },
  }),
  CP2402: corrected("reservations.Reservation", { confirmCommitment: "1.00 EUR" }),
  CP2403: (stage) => ({
    async meet() {
      await stage.made("reservations.Reservation", bought, "owner");
      await stage.open("reservations.Reservation").up(bought);
    },
    follow: () => stage.open("reservations.Reservation").up({ ...bought, allowDuplicate: true }),
  }),
  CP2404: interrupted("reservations.Reservation", {
    wrong: { name: "other" },
    follow: (stage, id) => stage.open("reservations.Reservation", { imports: id }).up(bought),
  }),
  CP2405: (stage) => {
    let state: Awaited<ReturnType<Stage["made"]>>["state"];
    return {
      async meet() {
        state = (await stage.made("reservations.Reservation")).state;
        await stage.control.change("reservations", String(state?.id), { status: "ACTIVATED" });
        const again = stage.open("reservations.Reservation", { state });
        await again.destroy();
      },
      async follow() {
        const again = stage.open("reservations.Reservation", { state });
        await again.up({ ...bought, onDelete: "abandon" });
        await again.destroy();
      },
    };
  },
  CP2501: (stage) => {
    let state: Awaited<ReturnType<Stage["made"]>>["state"];
    const { inputs } = kinds["edge.AppTemplate"];
    return {
      async meet() {
        state = (await stage.made("edge.AppTemplate")).state;
        await stage.control.change("appTemplates", String(state?.id), { shared: true });
        await stage.open("edge.AppTemplate", { state }).destroy();
      },
      async follow() {
        const again = stage.open("edge.AppTemplate", { state });
        await again.up({ ...inputs, force: true });
        await again.destroy();
      },
    };
  },
  CP2502: changed("edge.Secret", {
    wrong: { secretSlots: [{ slot: 0 }, { slot: 1, value: "second" }] },
    right: {
      secretSlots: [
        { slot: 0, value: "first" },
        { slot: 1, value: "second" },
      ],
    },
  }),
  CP2503: repeated("edge.Secret", {
    fault({ emulator }, id) {
      const { apps } = emulator.platform.store;
      for (const app of apps.all().slice(0, 1)) apps.put(app.id, { ...app, secrets: { TOKEN: Number(id) } });
    },
    act: (one) => one.destroy(),
    remove({ emulator }) {
      const { apps } = emulator.platform.store;
      for (const app of apps.all().slice(0, 1)) apps.put(app.id, { ...app, secrets: {} });
    },
  }),
  CP2504: (stage) => {
    const { inputs } = kinds["edge.Secret"];
    const first = stage.open("edge.Secret");
    const second = stage.beside(first, "edge.Secret");
    return {
      async meet() {
        await first.up(inputs);
        await second.up(inputs);
      },
      follow: () => second.up({ ...inputs, name: "another" }),
    };
  },
  CP2505: (stage) => {
    const { behaviors, clock } = stage.emulator.platform;
    const { inputs } = kinds["edge.Secret"];
    return {
      async meet() {
        const body = JSON.stringify({ name: "own", secret_slots: [] });
        await stage.control.fault({ name: "garbage", endpoint: "secrets.create", count: 1, body });
        behaviors.set({ visibilityDelay: 600 });
        clock.change({ paused: true });
        await stage.open("edge.Secret").up(inputs);
      },
      async follow() {
        clock.change({ advanceMs: 600_000, paused: false });
        behaviors.set({ visibilityDelay: 0 });
        await stage.open("edge.Secret").up(inputs);
      },
    };
  },
  CP2601: repeated("quotas.NotificationThreshold", {
    fault: ({ control }) => control.fault({ name: "status", status: 404, endpoint: "notificationThreshold.get" }),
    act: (one) => one.up(kinds["quotas.NotificationThreshold"].changed),
  }),
  CP2602: (stage) => {
    const { inputs } = kinds["quotas.NotificationThreshold"];
    const first = stage.open("quotas.NotificationThreshold");
    const second = stage.beside(first, "quotas.NotificationThreshold");
    return {
      async meet() {
        await first.check(inputs);
        await second.up(inputs);
      },
      follow: () => first.up(inputs),
    };
  },
};
