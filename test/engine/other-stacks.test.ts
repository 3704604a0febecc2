import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { requesterBeside } from "../../provider/engine/backend/objects-in-state.ts";
import type { ObjectKey, Owner } from "../../provider/engine/handler/ownership.ts";
import { ProcessOwnership } from "../../provider/engine/ownership/ownership.ts";
import type { Deployment } from "../../provider/pulumi/formats/stack-export.ts";
import type { Readable } from "../../provider/values/unreadable.ts";
import { exportedState, type StateEntry } from "../helpers/exported-state.ts";

const backend = await exportedState();
afterAll(() => backend.remove());

const type = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate";
const urnOf = (stack: string, name = "images", token = type) => `urn:pulumi:${stack}::shop::${token}::${name}`;
const urn = urnOf("dev");
const asked = { name: "images", rule: "/images/", ruleType: 0, options: { gzipOn: null } };
const object: ObjectKey = { origin: { platform: "localhost:8787" }, kind: "cloudplatform:cdn:RuleTemplate", id: "7" };

/** Returns the owner of an object that appeared after a request of stack dev. */
const owner = (of = object): Promise<Readable<Owner>> =>
  new ProcessOwnership().whose(of, { urn, reach: "backend", asked, since: Date.now() });
const nobody = { is: "nobody" };
const prods = { is: "other", who: "stack prod" };
const maybeProds = { is: "uncertain", stack: "prod" };

const provider = "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::default";

/** A template in stack prod, with a provider that has these inputs. */
function template(id: string, inputs: Record<string, unknown>): StateEntry[] {
  return [
    { urn: provider, type: "pulumi:providers:pulumi-nodejs", id: "p", inputs },
    { urn: urnOf("prod"), type, id, provider: `${provider}::p` },
  ];
}

beforeEach(() => {
  backend.write("dev", [], [{ urn: urn, inputs: { ...asked } }]);
  backend.write("prod", []);
});

test("an object that the resource itself has in state is its own, and known to be in state", async () => {
  backend.write("dev", [{ urn, type, id: "7", provider: `${provider}::p` }]);
  expect(await owner()).toEqual({ is: "self", isInState: true });
});

describe("an object that appeared is", () => {
  test("has no other owner if no other stack has it", async () => {
    backend.write("prod", template("8", { "cloudplatform:baseUrl": "http://localhost:8787/" }));
    expect(await owner()).toEqual(nobody);
  });

  test("belongs to another stack that has it in state on the same platform", async () => {
    backend.write("prod", template("7", { "cloudplatform:baseUrl": "http://localhost:8787/" }));
    expect(await owner()).toEqual(prods);
  });

  test("does not belong to another stack that has the id on another platform", async () => {
    backend.write("prod", template("7", { "cloudplatform:baseUrl": "https://api.example.com" }));
    expect(await owner()).toEqual(nobody);
  });

  test("has an uncertain owner if a stack has the id on an unknown platform", async () => {
    backend.write("prod", template("7", {}));
    expect(await owner()).toEqual(maybeProds);
  });

  test("does not belong to another stack that has an object of another type, or only reads it", async () => {
    const token = type.replace("cdn:Rule", "edge:App");
    const read = { urn: urnOf("prod"), type, id: "7", external: true };
    backend.write("prod", [{ urn: urnOf("prod", "app", token), type: token, id: "7" }, read as StateEntry]);
    expect(await owner()).toEqual(nobody);
  });
});

describe("a creation that another stack has begun", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
  test.each<[string, Record<string, unknown>, boolean]>([
    ["of the same content", { ...asked }, true],
    ["of the same content, spelled otherwise", { name: "images", rule: "/images/", ruleType: "0" }, true],
    ["of which some is secret", { name: secret, rule: "/images/" }, true],
    ["of which fewer fields are declared", { rule: "/images/" }, true],
    ["of another name", { name: "pictures", rule: "/images/" }, false],
    ["of another rule", { name: "images", rule: "/pictures/" }, false],
  ])("%s is a competitor: %s", async (_, inputs, isCompetitor) => {
    backend.write("prod", [], [{ urn: urnOf("prod", "other"), inputs }]);
    expect(await owner()).toEqual(isCompetitor ? maybeProds : nobody);
  });

  test("of another type is none", async () => {
    const urn = urnOf("prod", "app", type.replace("cdn:Rule", "edge:App"));
    backend.write("prod", [], [{ urn, inputs: { ...asked } }]);
    expect(await owner()).toEqual(nobody);
  });

  test("of the type that the native provider gives it is a competitor", async () => {
    const urn = urnOf("prod", "other", "cloudplatform:cdn:RuleTemplate");
    backend.write("prod", [], [{ urn, inputs: { ...asked } }]);
    expect(await owner()).toEqual(maybeProds);
  });
});

describe("an interrupted creation of the same for another resource of the stack", () => {
  const other = (name: string, inputs: object = asked, token = type) => ({
    type: "creating",
    resource: { urn: urnOf("dev", name, token), type: token, inputs: { ...inputs } },
  });
  const beside = (pending: ReturnType<typeof other>[], resources: StateEntry[] = []) =>
    requesterBeside({ resources, pending_operations: pending } as unknown as Deployment, {
      urn,
      kind: object.kind,
      asked,
    });

  test("is a competitor", () => {
    expect(beside([other("pictures")])).toBe(urnOf("dev", "pictures"));
  });

  test("is none if it is of other content, of the resource itself, or of a resource that has an object", () => {
    const own = other("images", asked, "cloudplatform:cdn:RuleTemplate");
    expect(beside([other("pictures", { ...asked, rule: "/pictures/" }), own])).toBeUndefined();
    expect(beside([other("pictures")], [{ urn: urnOf("dev", "pictures"), type, id: "8" }])).toBeUndefined();
  });
});
