import type { resourceErrors } from "../../../provider/errors/resources.ts";
import { kinds } from "../../evidence/kinds.ts";
import { changed, corrected, passing, type SceneOrTest, type Stage } from "../stage.ts";

const { inputs: cluster } = kinds["kubernetes.Cluster"];
const { inputs: bought } = kinds["reservations.Reservation"];
const pool = { name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 };

/** What concerns one kind of resource. */
export const resourceScenes: Record<keyof typeof resourceErrors, SceneOrTest> = {
  CP2201: corrected("cdn.RuleTemplate", { rule: "/(a+)+$" }),
  CP2202: { file: "test/e2e/adoption.test.ts", test: "system template" },
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
  CP2305: {
    file: "test/cluster/same-name.test.ts",
    test: "a second new cluster of the same name is refused and names the first",
  },
  CP2306: (stage) => ({
    async meet() {
      await stage.made("kubernetes.Cluster", cluster, "owner");
      await stage.open("kubernetes.Cluster").up(cluster);
    },
    follow: () => stage.open("kubernetes.Cluster").up({ ...cluster, name: "own-2" }),
  }),
  CP2307: {
    file: "test/cluster/update.test.ts",
    test: "refuses a cluster of the same name that somebody else has created",
  },
  CP2308: passing({ name: "task-error", endpoint: "clusters.create", count: 1 }, "kubernetes.Cluster"),
  CP2309: { file: "test/cluster/create.test.ts", test: "after a deadline" },
  CP2310: { file: "test/cluster/update.test.ts", test: "finishes with the next up what was left half done" },
  CP2311: { open: "a field that cannot change in place, changed by others; a refresh shows the replacement" },
  CP2312: {
    file: "test/cluster/update.test.ts",
    test: "says so when the platform accepts a change and never shows it",
  },
  CP2313: {
    file: "test/cluster/read-delete.test.ts",
    test: "says so when its task fails, and deletes with the next try",
  },
  CP2314: {
    file: "test/cluster/create.test.ts",
    test: "does not forget a cluster whose name was changed after an interruption",
  },
  CP2315: { file: "test/cluster/create.test.ts", test: "refuses a cluster that appeared after a lost response" },
  CP2316: { open: "a state without project or region, which no release has written" },
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
  CP2404: { file: "test/engine/edited-after-kill.test.ts", test: "is not what the program wants" },
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
  CP2502: {
    file: "test/secret/secret.test.ts",
    test: "asks for all values when the slots of an existing secret change",
  },
  CP2503: { file: "test/secret/secret.test.ts", test: "is refused while apps use it" },
  CP2504: { file: "test/secret/secret.test.ts", test: "is refused where the platform has one of the same name" },
  CP2505: { open: "the platform lists no secret that it has accepted" },
  CP2601: { open: "the platform forgets a client between a preview and its update" },
  CP2602: {
    file: "test/notification-threshold/notification-threshold.test.ts",
    test: "fails for a second one of the same client in the program",
  },
};
