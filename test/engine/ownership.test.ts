import { type ResourceName, resources, tokenOf } from "@cloudplatform/pulumi/registry";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "../../provider/api/index.ts";
import { forgetClients } from "../../provider/client/configured-client.ts";
import { sleep } from "../../provider/client/operation-scope.ts";
import { CliBackend } from "../../provider/engine/backend/cli-backend.ts";
import { managingAdvice } from "../../provider/engine/ownership/create-once-messages.ts";
import { ProcessOwnership } from "../../provider/engine/ownership/ownership.ts";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { lifecycles } from "../../provider/resources/lifecycles.ts";
import { clock } from "../../provider/values/index.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { kinds } from "../evidence/kinds.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { exportedState, type StateEntry } from "../helpers/exported-state.ts";
import { contextOn } from "../helpers/operation-context.ts";
import { platform } from "../helpers/platform.ts";

// An object belongs to one resource: the preview refuses to import another resource's object, in either order.

const backend = await exportedState();
afterAll(() => backend.remove());
const emulator = await platform();

const templateType = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate";
const setType = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleSet";
const urnOf = (name: string, type = templateType, stack = "dev") => `urn:pulumi:${stack}::shop::${type}::${name}`;
const provider = (stack: string) => `urn:pulumi:${stack}::shop::pulumi:providers:pulumi-nodejs::default`;

/** Writes the state of a stack on the test's platform. */
function write(stack: string, ...resources: readonly StateEntry[]): void {
  const inputs = { "cloudplatform:baseUrl": emulator.url };
  const own = { urn: provider(stack), type: "pulumi:providers:pulumi-nodejs", id: "p", inputs };
  backend.write(stack, [own, ...resources.map((one) => ({ ...one, provider: `${provider(stack)}::p` }))]);
}

/** A preview: checks the resources of one run one after the other. */
class Preview {
  readonly #ownership = new ProcessOwnership();
  readonly #providers = new Map<string, ReturnType<typeof dynamicProvider>>();

  #of(type: "RuleTemplate" | "RuleSet") {
    const known = this.#providers.get(type) ?? dynamicProvider(lifecycles[type], { ownership: this.#ownership });
    this.#providers.set(type, known);
    const config = { "cloudplatform:baseUrl": emulator.url, "cloudplatform:apiKey": "local" } as Properties;
    void known.configure?.({ config: { get: (key: string) => config[key] } as never });
    return known;
  }

  /** Returns the check failures of a template; `imports`: the option `import`. */
  async template(name: string, inputs: Properties, imports?: string, olds: Properties = {}): Promise<string> {
    const news = { ...inputs, __urn: urnOf(name), ...(imports !== undefined && { __adopt: imports }) };
    return textOf(await this.#of("RuleTemplate").check(olds, news));
  }

  /** Creates a template with the option `import`. Returns the error message; empty if there is no error. */
  async imported(name: string, inputs: Properties, imports: string): Promise<string> {
    const properties = { ...inputs, __urn: urnOf(name), __adopt: imports };
    return this.#of("RuleTemplate")
      .create(properties)
      .then(
        () => "",
        (error: Error) => error.message,
      );
  }

  /** Diffs a template in state. Returns the error message; empty if there is no error. */
  async compared(name: string, id: string, inputs: Properties): Promise<string> {
    const properties = { ...inputs, __urn: urnOf(name) };
    try {
      await this.#of("RuleTemplate").diff(id, properties, properties);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  }

  async set(rules: Properties, olds: Properties = {}): Promise<string> {
    const news = { rules, order: Object.keys(rules), __urn: urnOf("site", setType) };
    return textOf(await this.#of("RuleSet").check(olds, news));
  }
}

function textOf({ failures = [] }: { failures?: { property: string; reason: string }[] }): string {
  return failures.map(({ property, reason }) => `${property} ${reason}`).join("\n");
}

const images = { rule: "/images/", ruleType: 0, name: "images" };
let id = "";

beforeEach(async () => {
  // Each test is a run of its own, with nothing read yet.
  forgetClients();
  emulator.platform.reset();
  const made = await contextOn(emulator).client.call(endpoints["ruleTemplates.create"], { body: images });
  id = String(made.id);
  write("dev");
  write("prod");
});

const belongs = () => `rule template ${id} belongs to another resource`;

describe("an import is refused", () => {
  test("of what another resource of the program imports", async () => {
    const preview = new Preview();
    expect(await preview.template("one", images, id)).toBe("");
    expect(await preview.template("two", images, id)).toContain(`${belongs()}: ${urnOf("one")} imports it, too`);
    // The update runs the check again.
    expect(await preview.template("one", images, id)).toBe("");
  });

  test("of what another rule of the set imports", async () => {
    const rule = { rule: "/images/", ruleType: 0, name: "images", import: id };
    expect(await new Preview().set({ a: rule, b: rule })).toContain(belongs());
  });

  test("of what a rule of a set imports, and by a rule of what a resource imports", async () => {
    const rule = { ...images, import: id };
    const first = new Preview();
    expect(await first.set({ a: rule })).toBe("");
    expect(await first.template("one", images, id)).toContain(`${urnOf("site", setType)}#a imports it, too`);
    const second = new Preview();
    expect(await second.template("one", images, id)).toBe("");
    expect(await second.set({ a: rule })).toContain(`${urnOf("one")} imports it, too`);
  });

  test("of what a resource of the stack has in state, also of one that the program no longer declares", async () => {
    for (const type of [templateType, "cloudplatform:cdn:RuleTemplate"]) {
      write("dev", { urn: urnOf("old", type), type, id });
      const text = await new Preview().template("new", images, id);
      expect(text).toContain(`${belongs()}: ${urnOf("old", type)} of this stack has it in state`);
      expect(text).toContain("give the new one the option aliases instead of import");
    }
  });

  test("by a rule of a set of what a template of the program has in state, whichever comes first", async () => {
    write("dev", { urn: urnOf("old"), type: templateType, id });
    const rule = { ...images, import: id };
    const oldFirst = new Preview();
    expect(await oldFirst.template("old", images, undefined, images)).toBe("");
    expect(await oldFirst.set({ a: rule })).toContain(`${urnOf("old")} of this program has it`);
    const newFirst = new Preview();
    expect(await newFirst.set({ a: rule })).toBe("");
    expect(await newFirst.template("old", images, undefined, images)).toBe("");
    const text = await newFirst.compared("old", id, images);
    expect(text).toContain(`${urnOf("site", setType)}#a of the same program imports it`);
  });

  test("of what a resource of another stack has in state", async () => {
    write("prod", { urn: urnOf("old", templateType, "prod"), type: templateType, id });
    const text = await new Preview().template("new", images, id);
    expect(text).toContain(`${belongs()}: stack prod has it in state`);
    expect(text).toContain("pulumi state move");
  });

  test("by a rule of a set of what a template of the other provider has in state, which alone knows what is declared", async () => {
    const type = "cloudplatform:cdn:RuleTemplate";
    write("dev", { urn: urnOf("old", type), type, id });
    const text = await new Preview().set({ a: { ...images, import: id } });
    expect(text).toContain(`${belongs()}: ${urnOf("old", type)} has it in state, which the other provider serves`);
  });
});

describe("an import of what a rule of a set has in state, which comes before the set,", () => {
  const set = () => ({
    urn: urnOf("site", setType),
    type: setType,
    id: "s",
    outputs: { templateIds: { a: Number(id) } },
  });
  const before = { rules: { a: { ...images, weight: 1 } }, order: ["a"] };

  test("waits for the set, and is refused if the program still declares the rule", async () => {
    write("dev", set());
    const run = new Preview();
    const importing = run.imported("one", images, id);
    expect(await run.set({ a: images }, before)).toBe("");
    expect(await importing).toContain(`${urnOf("site", setType)}#a of this program has it`);
  });

  test("goes on if the program has removed the rule", async () => {
    write("dev", set());
    const run = new Preview();
    const importing = run.imported("one", images, id);
    expect(await run.set({ b: { rule: "/b/", ruleType: 0 } }, before)).toBe("");
    expect(await importing).toBe("");
  });

  test("is refused if the run fails before the set, which then shows nothing", async () => {
    write("dev", set());
    const run = new Preview();
    const importing = run.imported("one", images, id);
    expect(await run.template("wrong", { rule: "/wrong/" })).not.toBe("");
    expect(await importing).toContain("because the run has failed before");
  });
});

test("the wait for a resource ends when the engine has processed none for two seconds", async () => {
  const ownership = new ProcessOwnership();
  const began = clock.now();
  const checking = ownership.whileChecking(() => sleep(5_000));
  // The imports of a set wait at the same time.
  for (const name of ["old", "older"]) expect(await ownership.reached(urnOf(name), sleep)).toBe("not reached");
  await checking;
  expect(clock.now() - began).toBeGreaterThanOrEqual(7_000);
  expect(clock.now() - began).toBeLessThan(8_000);
});

describe("a creation that stops at an existing object advises", () => {
  let number = 0;

  /** Creates an object as stack prod, and returns the error of its creation by a resource of stack dev. */
  async function refused(name: ResourceName, stateOf: (entry: StateEntry) => void): Promise<string> {
    const { handler, inputs } = kinds[name];
    const type = tokenOf(resources[name]);
    const urn = urnOf(`stopping-${++number}`, type, "prod");
    const theirs = new EngineHarness(handler, emulator, urn);
    await theirs.up(inputs);
    stateOf({ urn, type, id: theirs.state?.id ?? "" });
    forgetClients();
    const preview = new EngineHarness(handler, emulator, urnOf(`stopped-${number}`, type)).preview(inputs);
    return preview.then(String, ({ message }: Error) => message);
  }

  const existing = ["cdn.RuleTemplate", "kubernetes.Cluster", "reservations.Reservation"] as const;

  test.each(existing)("a move of %s from the stack that has it", async (name) => {
    const text = await refused(name, (entry) => write("prod", entry));
    expect(text).toContain("move it with pulumi state move from stack prod, which has it in state");
    expect(text).not.toContain("import:");
  });

  /** Creates an object as a resource of stack dev, and returns the error of its creation under another name. */
  async function renamed(name: ResourceName): Promise<string> {
    const { handler, inputs } = kinds[name];
    const type = tokenOf(resources[name]);
    const old = new EngineHarness(handler, emulator, urnOf(`old-${++number}`, type));
    await old.up(inputs);
    write("dev", { urn: old.urn, type, id: old.state?.id ?? "" });
    forgetClients();
    const renamed = new EngineHarness(handler, emulator, urnOf(`new-${number}`, type)).up(inputs);
    return renamed.then(String, ({ message }: Error) => message);
  }

  test.each(["kubernetes.Cluster", "reservations.Reservation"] as const)(
    "an alias for %s that another resource of the stack has",
    async (name) => {
      const text = await renamed(name);
      expect(text).toContain(
        `To manage it here, set the option aliases: [{ name: "old-${number}" }] if this is a new name`,
      );
      expect(text).not.toContain("import:");
    },
  );

  test("an import for a rule of a set, which no alias moves, if the program gives up the resource that has it", () => {
    const owner = { is: "other", who: urnOf("old"), urn: urnOf("old") } as const;
    expect(managingAdvice(owner, `${urnOf("rules", setType)}#images`, "7")).toMatch(
      /^remove .+::old, which has it in state, from the program .+, and give the rule import: "7"$/,
    );
  });

  test("to ask the stack that may have it, and then an import", async () => {
    const text = await refused("cdn.RuleTemplate", (entry) => backend.write("prod", [entry]));
    expect(text).toContain("make sure that stack prod does not have it, and set the resource option import:");
  });

  test("an import if no other stack has it", async () => {
    const text = await refused("cdn.RuleTemplate", () => undefined);
    expect(text).toContain("make sure that no other stack has it, and set the resource option import:");
  });
});

/** Stack prod has a pending create of the same template; `isUpdating`: its update is still running. */
function requestedByProd(isUpdating: boolean): void {
  backend.write("prod", [], [{ urn: urnOf("own", templateType, "prod"), inputs: images }]);
  const lastUpdate = new Date().toISOString();
  backend.answer(
    "stack ls",
    `echo '${JSON.stringify([{ name: "dev" }, { name: "prod", lastUpdate, updateInProgress: isUpdating }])}'`,
  );
}

describe("an import is refused while another stack is being updated", () => {
  test("of what it may be creating", async () => {
    requestedByProd(true);
    const text = await new Preview().template("new", images, id);
    expect(text).toContain(`${belongs()}: stack prod may be creating it`);
    expect(text).toContain("run again when it has ended");
  });

  test("and not of what it does not create", async () => {
    requestedByProd(true);
    const other = await contextOn(emulator).client.call(endpoints["ruleTemplates.create"], {
      body: { ...images, name: "videos" },
    });
    expect(await new Preview().template("new", { ...images, name: "videos" }, String(other.id))).toBe("");
  });
});

describe("an import is accepted", () => {
  test("of what an update of another stack has requested that was interrupted", async () => {
    requestedByProd(false);
    expect(await new Preview().template("new", images, id)).toBe("");
  });

  test("of an object without an owner", async () => {
    expect(await new Preview().template("new", images, id)).toBe("");
  });

  test("by a rule of a set of what a template has that the program no longer declares", async () => {
    write("dev", { urn: urnOf("old"), type: templateType, id });
    expect(await new Preview().set({ a: { ...images, import: id } })).toBe("");
  });

  test("by the resource itself, whose option stays in the program", async () => {
    write("dev", { urn: urnOf("one"), type: templateType, id });
    const preview = new Preview();
    expect(await preview.template("one", images, id, images)).toBe("");
    expect(await preview.compared("one", id, images)).toBe("");
  });

  test("after an object has moved to this stack with pulumi state move", async () => {
    write("dev", { urn: urnOf("one"), type: templateType, id });
    expect(await new Preview().template("one", images, id)).toBe("");
  });
});

describe("unreadable sources stop an import with the reason", () => {
  const { PATH } = process.env;
  const importing = () => new Preview().template("new", images, id);
  const restored = async <T>(change: () => void, action: () => Promise<T>): Promise<T> => {
    change();
    try {
      return await action();
    } finally {
      process.env.PATH = PATH;
    }
  };

  test("no CLI", async () => {
    const text = await restored(() => {
      process.env.PATH = "/nowhere";
    }, importing);
    expect(text).toContain("it is not known whose CDN rule template");
    expect(text).toContain("The Pulumi CLI could not be started");
  });

  test("a state that is damaged", async () => {
    backend.write("prod", [{} as never]);
    expect(await importing()).toContain('stack "prod" (pulumi stack export: its output is not what this release');
  });

  test("a stack that the backend does not list", async () => {
    const urn = urnOf("one", templateType, "unknown");
    const object = { origin: { platform: "x" }, kind: "cloudplatform:cdn:RuleTemplate", id: "7" };
    const owner = await new ProcessOwnership().whose(object, { urn, reach: "stack" });
    expect(owner).toMatchObject({ text: 'stack "unknown" of project "shop" (the backend does not list it)' });
  });

  test("a backend that does not answer", async () => {
    backend.answer("stack ls", "sleep 600");
    const state = await new CliBackend({ patienceMs: 300 }).stateOf(urnOf("one"));
    expect(state).toMatchObject({ text: "the stacks of the backend (pulumi stack ls: nothing came within 0.3 s)" });
  });

  test("a command that fails", async () => {
    backend.answer("stack ls", 'echo "error: no credentials" >&2; exit 255');
    expect(await importing()).toContain("the stacks of the backend (pulumi stack ls: no credentials)");
  });

  test("a stack of this name in two organizations, of which none is selected", async () => {
    const page = (organization: string) => `https://app.pulumi.com/${organization}/shop/dev`;
    const list = (...more: object[]) => [
      { name: "dev", url: page("acme") },
      { name: "umbrella/dev", url: page("umbrella") },
      ...more,
    ];
    backend.answer("stack ls", `echo '${JSON.stringify(list())}'`);
    expect(await new CliBackend().stateOf(urnOf("one"))).toMatchObject({
      text: expect.stringContaining("acme/shop/dev and umbrella/shop/dev; select it with pulumi stack select"),
    });
    // The stack with an update in progress is the own stack; the other stack is acme's.
    const [first, second] = list();
    backend.answer("stack ls", `echo '${JSON.stringify([first, { ...second, updateInProgress: true }])}'`);
    expect(await new CliBackend().otherStacks(urnOf("one"), 0)).toEqual(["acme/shop/dev"]);
  });
});
