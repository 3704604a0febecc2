import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readsExpected, readsRecord } from "../../../provider/engine/lifecycle/reviewed-reads.ts";
import { CreateRecordFile } from "../../../provider/engine/records/create-record-file.ts";
import type { engineErrors } from "../../../provider/errors/engine.ts";
import { dynamicProvider } from "../../../provider/pulumi/dynamic/dynamic-provider.ts";
import { kinds } from "../../evidence/kinds.ts";
import { exportedState } from "../../helpers/exported-state.ts";
import { platform } from "../../helpers/platform.ts";
import { relay } from "../../helpers/relay.ts";
import { type AnyScene, interrupted, passing, type Scene, type Stage } from "../stage.ts";
import { program } from "./projects.ts";

const { changed: changedRule } = kinds["cdn.RuleTemplate"];
const rule = { name: "own", rule: "/own/", ruleType: 0, weight: 3 };
const { inputs: bought } = kinds["reservations.Reservation"];
const equal = { name: "equal", rule: "/equal/", ruleType: 0, weight: 1 };

/** A wrong id for the option `import`, and the id that the error text leads to. */
const adopted =
  (wrong: (id: string) => string, declared: object = rule) =>
  (stage: Stage): Scene => {
    let id = "";
    return {
      async meet() {
        id = String((await stage.made("cdn.RuleTemplate", rule, "owner")).state?.id);
        const other = stage.open("cdn.RuleTemplate");
        other.adopts(wrong(id));
        await other.up(declared);
      },
      async follow() {
        const other = stage.open("cdn.RuleTemplate");
        other.adopts(id);
        await other.up(rule);
      },
    };
  };

/** A record that cannot be read. The fix is to remove its file, as the error text says. */
const unreadableRecord = (stage: Stage): Scene => {
  let place = "";
  return {
    async meet() {
      const creation = stage.open("cdn.RuleTemplate");
      place = (await CreateRecordFile.open(creation.urn, stage.emulator.url)).place;
      writeFileSync(place, "{ not JSON");
      await creation.up(rule);
    },
    async follow() {
      rmSync(place);
      await stage.open("cdn.RuleTemplate").up(rule);
    },
  };
};

/** A purchase with an ambiguous outcome. */
const unknownPurchase = (stage: Stage): Scene => ({
  async meet() {
    await stage.control.fault({ name: "drop-before", endpoint: "reservations.create", count: 9 });
    const first = stage.open("reservations.Reservation");
    await first.up(bought).catch(() => undefined);
    await stage.control.clearFaults();
    await stage.open("reservations.Reservation").up(bought);
  },
  follow: () => stage.open("reservations.Reservation").up({ ...bought, allowDuplicate: true }),
});

/** An object changed or deleted outside the stack. A refresh shows it, and the next `up` does what the preview then proposes. */
const changedOutside =
  (change: (stage: Stage, id: string) => Promise<void>) =>
  (stage: Stage): Scene => {
    let state: Awaited<ReturnType<Stage["made"]>>["state"];
    return {
      async meet() {
        state = (await stage.made("cdn.RuleTemplate")).state;
        await change(stage, String(state?.id));
        await stage.open("cdn.RuleTemplate", { state }).up(changedRule);
      },
      async follow() {
        const again = stage.open("cdn.RuleTemplate", { state });
        await again.refresh();
        await again.up(changedRule);
      },
    };
  };

/** Changes the rule of a template in the store, bypassing the platform's validation. */
function putRule({ emulator }: Stage, id: string, changed: unknown): void {
  const { ruleTemplates } = emulator.platform.store;
  const own = ruleTemplates.get(Number(id));
  if (own !== undefined) ruleTemplates.put(own.id, { ...own, rule: changed as string });
}

/** Errors of creation, ownership and adoption. */
export const creationScenes: Record<keyof typeof engineErrors, AnyScene> = {
  CP2101: adopted(() => "seventy-seven"),
  CP2102: adopted(() => "987654"),
  CP2103: adopted((id) => id, { ...rule, weight: 9 }),
  CP2104: (stage) => {
    // What a program's `.get` asks for: no state is given.
    const get = (id: string) => {
      const provider = dynamicProvider(kinds["cdn.RuleTemplate"].handler);
      const settings = { "cloudplatform:baseUrl": stage.emulator.url, "cloudplatform:apiKey": "local" };
      const config = { get: (key: string) => (settings as Record<string, string>)[key] };
      void provider.configure?.({ config: config as never });
      return provider.read?.(id, { __provider: "text", __urn: "urn:pulumi:test::get::x:y:Z::seen" });
    };
    return { meet: async () => get("987654"), follow: async () => get("77") };
  },
  CP2105: (stage) => {
    let id = "";
    return {
      async meet() {
        id = String((await stage.made("cdn.RuleTemplate", equal, "owner")).state?.id);
        await stage.open("cdn.RuleTemplate").up(equal);
      },
      async follow() {
        const other = stage.open("cdn.RuleTemplate");
        other.adopts(id);
        await other.up(equal);
      },
    };
  },
  CP2106: interrupted("cdn.RuleTemplate", {
    async meanwhile({ emulator }, id) {
      const { ruleTemplates } = emulator.platform.store;
      const own = ruleTemplates.get(Number(id));
      if (own !== undefined) ruleTemplates.put(900_000, { ...own, id: 900_000 });
    },
    async follow(stage, id) {
      await stage.control.remove("ruleTemplates", 900_000);
      await stage.open("cdn.RuleTemplate", { imports: id }).up(rule);
    },
  }),
  CP2107: unknownPurchase,
  CP2108: interrupted("cdn.RuleTemplate", {
    meanwhile(stage) {
      const [file = ""] = readdirSync(stage.records).filter((name) => name.endsWith(".json"));
      const facts = { mark: { after: 1 } };
      writeFileSync(join(stage.records, file), JSON.stringify({ urn: "x", baseUrl: stage.emulator.url, facts }));
    },
    async follow(stage, id) {
      stage.forgetRecords();
      await stage.open("cdn.RuleTemplate", { imports: id }).up(rule);
    },
  }),
  CP2109: (stage) => ({
    meet() {
      rmSync(stage.records, { recursive: true });
      writeFileSync(stage.records, "");
      return stage.open("cdn.RuleTemplate").up(rule);
    },
    follow() {
      process.env.CLOUDPLATFORM_INTENT_DIR = `${stage.records}-other`;
      return stage.open("cdn.RuleTemplate").up(rule);
    },
  }),
  CP2110: unreadableRecord,
  CP2111: interrupted("edge.Secret", {
    killed: { key: "of-yesterday" },
    async follow(stage, id) {
      stage.forgetRecords();
      await stage.open("edge.Secret", { imports: id }).up(kinds["edge.Secret"].inputs);
    },
  }),
  CP2112: passing([
    { name: "drop-after", endpoint: "ruleTemplates.create", count: 1 },
    { name: "status", status: 401, endpoint: "ruleTemplates.list", after: 3 },
  ]),
  CP2113: interrupted("cdn.RuleTemplate", {
    meanwhile: ({ control }, id) => control.change("ruleTemplates", id, { weight: 9 }),
    follow: (stage, id) => stage.open("cdn.RuleTemplate", { imports: id }).up({ ...rule, weight: 9 }),
  }),
  CP2114: interrupted("cdn.RuleTemplate", {
    meanwhile: (stage, id) => putRule(stage, id, null),
    async follow(stage, id) {
      putRule(stage, id, rule.rule);
      await stage.open("cdn.RuleTemplate").up(rule);
    },
  }),
  // The search found the object and read it twice. It is deleted before the third read.
  CP2115: (stage) => {
    const { appTemplates } = stage.emulator.platform.store;
    const { changed } = kinds["edge.AppTemplate"];
    return {
      async meet() {
        const id = await stage.killed("edge.AppTemplate");
        const line = await relay(stage.emulator.url);
        let reads = 0;
        line.before = (_, path) => {
          if (path.endsWith(`/${id}`) && ++reads === 3) appTemplates.delete(Number(id));
        };
        await stage.open("edge.AppTemplate", { settings: { "cloudplatform:baseUrl": line.url } }).up(changed);
      },
      async follow() {
        await stage.open("edge.AppTemplate").up(changed);
        if (!appTemplates.all().some((one) => one.name === "own")) throw new Error("It was not created.");
      },
    };
  },
  CP2116: interrupted("cdn.RuleTemplate", {
    killed: { facts: { isLost: true } },
    meanwhile: ({ control }, id) => control.change("ruleTemplates", id, { weight: 9 }),
    follow: (stage, id) => stage.open("cdn.RuleTemplate", { imports: id }).up({ ...rule, weight: 9 }),
  }),
  CP2117: changedOutside((stage, id) => stage.control.change("ruleTemplates", id, { weight: 77 })),
  CP2118: changedOutside((stage, id) => stage.control.remove("ruleTemplates", id)),
  CP2119: { isReported: true },
  CP2120: program(
    'new cdn.RuleTemplate("one", pulumi.output({ rule: "/one/", ruleType: 0, wieght: 1 }));',
    'new cdn.RuleTemplate("one", pulumi.output({ rule: "/one/", ruleType: 0, weight: 1 }));',
  ),
  CP2121: (stage) => {
    let state: Awaited<ReturnType<Stage["made"]>>["state"];
    /** Simulates a review: its preview records the objects that it reads, and its update refuses objects that differ. */
    const reviewed = async (action: () => Promise<unknown>) => {
      process.env[readsRecord] = join(stage.records, "reads");
      const previewed = stage.open("cdn.RuleTemplate", { state });
      await previewed.refresh();
      delete process.env[readsRecord];
      state = previewed.state;
      await action();
      process.env[readsExpected] = join(stage.records, "reads");
      try {
        await stage.open("cdn.RuleTemplate", { state }).up(changedRule);
      } finally {
        delete process.env[readsExpected];
      }
    };
    return {
      async meet() {
        state = (await stage.made("cdn.RuleTemplate")).state;
        await reviewed(() => stage.control.change("ruleTemplates", String(state?.id), { ruleType: 1 }));
      },
      follow: () => reviewed(async () => undefined),
    };
  },
  CP2122: (stage) => ({
    async meet() {
      await stage.control.fault({ name: "drop-after", endpoint: "ruleTemplates.create", count: 1 });
      await stage.open("cdn.RuleTemplate", { settings: { "cloudplatform:stopOnLostResponse": "true" } }).up(rule);
    },
    async follow() {
      const made = (await stage.control.state("ruleTemplates")).find((one) => one.name === "own");
      const again = stage.open("cdn.RuleTemplate");
      again.adopts(String(made?.id));
      await again.up(rule);
    },
  }),
  CP2123: (stage) => {
    let state: Awaited<ReturnType<Stage["made"]>>["state"];
    return {
      async meet() {
        state = (await stage.made("cdn.RuleTemplate")).state;
        const other = await platform();
        const settings = { "cloudplatform:baseUrl": other.url };
        await stage.open("cdn.RuleTemplate", { state, settings }).refresh();
      },
      async follow() {
        if (!(await stage.open("cdn.RuleTemplate", { state }).refresh())) throw new Error("It was forgotten.");
      },
    };
  },
  CP2124: (stage) => {
    let id = "";
    const imported = async (answer?: string) => {
      const backend = await exportedState();
      backend.write("test", []);
      if (answer !== undefined) backend.answer("stack ls", answer);
      try {
        await stage.open("cdn.RuleTemplate", { imports: id }).up(rule);
      } finally {
        backend.remove();
      }
    };
    return {
      async meet() {
        id = String((await stage.made("cdn.RuleTemplate", rule, "owner")).state?.id);
        await imported('echo "error: no credentials" >&2; exit 255');
      },
      follow: imported,
    };
  },
  CP2125: (stage) => {
    const first = stage.open("cdn.RuleTemplate");
    const second = stage.beside(first, "cdn.RuleTemplate");
    return {
      async meet() {
        const { state } = await stage.made("cdn.RuleTemplate", rule, "owner");
        for (const one of [first, second]) one.adopts(String(state?.id));
        await first.check(rule);
        await second.up(rule);
      },
      follow: () => first.up(rule),
    };
  },
  CP2126: (stage) => {
    let made = stage.open("cdn.RuleTemplate");
    return {
      async meet() {
        const { state } = await stage.made("cdn.RuleTemplate", changedRule, "owner");
        made = await stage.made("cdn.RuleTemplate", rule);
        const imports = String(state?.id);
        await stage.open("cdn.RuleTemplate", { state: made.state, imports }).up(rule);
      },
      follow: () => made.up(rule),
    };
  },
  CP2127: (stage) => {
    const { changed: app } = kinds["edge.AppTemplate"];
    return {
      async meet() {
        const { state } = await stage.made("cdn.RuleTemplate", rule);
        await stage.open("edge.AppTemplate", { state }).up(app);
      },
      follow: () => stage.open("edge.AppTemplate").up(app),
    };
  },
};
