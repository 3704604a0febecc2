import { rmSync, writeFileSync } from "node:fs";
import { IntentRecord } from "../../../provider/engine/ownership/create-record.ts";
import type { engineErrors } from "../../../provider/errors/engine.ts";
import { kinds } from "../../evidence/kinds.ts";
import type { Scene, SceneOrTest, Stage } from "../stage.ts";

const { inputs: rule, changed: changedRule } = kinds["cdn.RuleTemplate"];
const { inputs: bought } = kinds["reservations.Reservation"];
const equal = { name: "equal", rule: "/equal/", ruleType: 0, weight: 1 };

/** An id that the option `import` is given, and one that the text leads to. */
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

/** A record that cannot be read; the file is removed, as the text says. */
const unreadableRecord = (stage: Stage): Scene => {
  let place = "";
  return {
    async meet() {
      const creation = stage.open("cdn.RuleTemplate");
      place = (await IntentRecord.open(creation.urn, stage.emulator.url)).place;
      writeFileSync(place, "{ not JSON");
      await creation.up(rule);
    },
    async follow() {
      rmSync(place);
      await stage.open("cdn.RuleTemplate").up(rule);
    },
  };
};

/** A purchase whose outcome nobody knows. */
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

/** An object that somebody changes or removes; a refresh shows it, and the next `up` does what the preview then says. */
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

/** Creation, ownership and adoption. */
export const creationScenes: Record<keyof typeof engineErrors, SceneOrTest> = {
  CP2101: adopted(() => "seventy-seven"),
  CP2102: adopted(() => "987654"),
  CP2103: adopted((id) => id, { ...rule, weight: 9 }),
  CP2104: {
    file: "test/engine/get.test.ts",
    test: "an object that does not exist is an error that names its type, id and platform",
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
  CP2106: {
    file: "test/reservation/purchase.test.ts",
    test: "refuses to guess when several may be what it has created",
  },
  CP2107: unknownPurchase,
  CP2108: { file: "test/engine/intent.test.ts", test: "of an earlier release, under the name that it had there" },
  CP2109: { file: "test/engine/intent.test.ts", test: "cannot be written" },
  CP2110: unreadableRecord,
  CP2111: { file: "test/engine/secrets-record.test.ts", test: "a record that holds a secret is encrypted" },
  CP2112: {
    file: "test/engine/intent.test.ts",
    test: "is found however the base URL is spelled, and its creation carried on",
  },
  CP2113: { file: "test/engine/edited-after-kill.test.ts", test: "refusal" },
  CP2114: {
    file: "test/engine/unreadable-objects.test.ts",
    test: "a creation stops where something unreadable may be its object, and names it",
  },
  CP2115: { open: "an object that is deleted between the kill of its creation and the next up" },
  CP2116: { file: "test/engine/intent.test.ts", test: "is left alone when somebody has changed it" },
  CP2117: changedOutside((stage, id) => stage.control.change("ruleTemplates", id, { weight: 77 })),
  CP2118: changedOutside((stage, id) => stage.control.remove("ruleTemplates", id)),
  CP2119: { open: "the platform has changed; the text says to report it" },
  CP2120: { open: "an Output of all arguments with a name that does not exist" },
  CP2121: { file: "test/e2e/review-apply.ts", test: "and the next review and apply go on" },
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
  CP2123: {
    file: "test/evidence/account.test.ts",
    test: "goes on after the platform has moved to another address and the key was rotated",
  },
  CP2124: { file: "test/engine/ownership.test.ts", test: "a backend that does not answer" },
  CP2125: {
    file: "test/engine/ownership.test.ts",
    test: "after an object has moved to this stack with pulumi state move",
  },
};
