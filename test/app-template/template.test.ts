import { describe, expect, test } from "vitest";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { hello, helloOn } from "./template.ts";

const always = { probability: 1, seed: 1 } as const;

describe("a template with a value out of its bounds", () => {
  const param = { name: "greeting", dataType: "string" };
  const { binaryId: _, owned: __, params: ___, name: ____, ...rest } = hello;
  test.each([
    ["no binary", { binaryId: undefined }, "binaryId", "is required"],
    ["a binary as text", { binaryId: "42" }, "binaryId", "must be a number"],
    ["no name", { name: undefined }, "name", "is required"],
    ["an empty name", { name: "" }, "name", "from 1 to 128"],
    ["a long name", { name: "x".repeat(129) }, "name", "from 1 to 128"],
    ["no owner", { owned: undefined }, "owned", "is required"],
    ["no parameters", { params: undefined }, "params", "is required"],
    ["an empty parameter name", { params: [{ ...param, name: "" }] }, "params[0].name", "from 1 to 64"],
    ["a long parameter name", { params: [{ ...param, name: "x".repeat(65) }] }, "params[0].name", "from 1 to 64"],
    ["an unknown data type", { params: [{ ...param, dataType: "text" }] }, "params[0].dataType", '"string"'],
    ["no data type", { params: [{ name: "a" }] }, "params[0].dataType", "is required"],
    ["a parameter twice", { params: [param, param] }, "params[1].name", '"greeting"'],
    ["mandatory as text", { params: [{ ...param, mandatory: "yes" }] }, "params[0].mandatory", "true or false"],
    ["a long line", { shortDescr: "x".repeat(256) }, "shortDescr", "at most 255"],
    ["a long text", { longDescr: "x".repeat(4097) }, "longDescr", "at most 4096"],
    ["force as text", { force: "yes" }, "force", "true or false"],
    ["a misspelt field", { shortDesc: "x" }, "shortDesc", "did you mean shortDescr?"],
  ])("fails its check: %s", async (_, change, property, words) => {
    const { harness } = await helloOn();
    const { failures } = await harness.check({ ...hello, ...change });
    expect(failures.map((failure) => failure.property)).toEqual([property]);
    expect(failures[0]?.reason).toContain(words);
  });

  test("passes at the edges of its bounds", async () => {
    const { harness } = await helloOn();
    const edges = { name: "x".repeat(128), shortDescr: "x".repeat(255), longDescr: "x".repeat(4096) };
    const params = [{ ...param, name: "x".repeat(64) }];
    expect((await harness.check({ ...hello, ...rest, ...edges, params })).failures).toEqual([]);
    const types = ["string", "number", "date", "time", "secret", "store", "bool", "json", "enum"];
    const each = types.map((dataType) => ({ name: dataType, dataType }));
    expect((await harness.check({ ...hello, params: each })).failures).toEqual([]);
  });
});

describe("reading a template", () => {
  test.each<[string, object]>([
    ["owned is false", { owned: false }],
    ["texts are empty", { long_descr: "" }],
    ["texts are null", { long_descr: null }],
    [
      "parameters are in another order",
      {
        params: [
          { name: "times", data_type: "number", mandatory: false, descr: "" },
          { name: "greeting", data_type: "string", mandatory: true, descr: "What to say" },
        ],
      },
    ],
    ["there are fields of tomorrow", { metadata: { a: 1 } }],
  ])("reports no drift if %s", async (_, fields) => {
    const { harness, change, again } = await helloOn();
    await harness.up(hello);
    change(fields);
    const next = again();
    await next.refresh();
    expect(await next.preview(hello)).toBe("same");
  });

  test("reports no drift without parameters", async () => {
    const { harness } = await helloOn();
    await harness.up({ ...hello, params: [] });
    await harness.refresh();
    expect(await harness.preview({ ...hello, params: [] })).toBe("same");
  });

  test.each<[string, object]>([
    ["the name", { name: "renamed" }],
    ["the binary", { binary_id: 43 }],
    ["a description", { short_descr: "Changed" }],
    ["a description that was left out", { long_descr: "Somebody wrote this" }],
    ["a parameter's type", { params: [{ name: "greeting", data_type: "number" }] }],
    ["all parameters", { params: [] }],
  ])("detects that somebody changed %s, and the next up restores it", async (_, fields) => {
    const { harness, change, again, made } = await helloOn();
    await harness.up(hello);
    const before = made();
    change(fields);
    const next = again();
    await next.refresh();
    expect(await next.preview(hello)).toBe("update");
    await next.up(hello);
    expect(made()).toEqual(before);
    expect(await next.preview(hello)).toBe("same");
  });

  test("that no longer exists removes it from state", async () => {
    const { harness, store } = await helloOn();
    await harness.up(hello);
    store.appTemplates.delete(Number(harness.state?.id));
    expect(await harness.refresh()).toBe(false);
  });
});

describe("changing a template", () => {
  test("sends the whole definition, so that omitted fields are cleared", async () => {
    const { harness, made, calls } = await helloOn();
    await harness.up(hello);
    const { id } = harness.state ?? {};
    await harness.up({ ...hello, shortDescr: undefined, params: [] });
    expect(made()).toMatchObject([{ name: "hello", short_descr: "", params: [] }]);
    expect(harness.state?.id).toBe(id);
    expect(calls("appTemplates.replace")).toBe(1);
  });

  test("stops if somebody changed a property that the preview does not show, and continues after a refresh", async () => {
    const { harness, change, made, calls } = await helloOn();
    await harness.up(hello);
    change({ short_descr: "Somebody wrote this" });
    await expect(harness.up({ ...hello, name: "other" })).rejects.toThrow(
      'shortDescr is "Somebody wrote this" there, not "Says hello"',
    );
    expect(calls("appTemplates.replace")).toBe(0);
    await harness.refresh();
    await harness.up({ ...hello, name: "other" });
    expect(made()).toMatchObject([{ name: "other", short_descr: "Says hello" }]);
  });

  test.each(["empty", "no-content", "no-id"] as const)(
    "succeeds where the response is %s and a read leaves out the id",
    async (writeResponses) => {
      const { harness, made, emulator } = await helloOn();
      await harness.up(hello);
      emulator.platform.behaviors.set({ writeResponses, templateId: "omitted" });
      await harness.up({ ...hello, shortDescr: "Says hello, too" });
      expect(made()).toMatchObject([{ short_descr: "Says hello, too" }]);
    },
  );

  test("sends nothing for force, which is ours", async () => {
    const { harness, emulator } = await helloOn();
    await harness.up(hello);
    emulator.platform.requests.clear();
    await harness.up({ ...hello, force: true });
    expect(harness.state?.outputs).toMatchObject({ force: true, apiType: "wasi-http" });
    expect(emulator.platform.requests.list({})).toEqual([]);
  });

  test("that is gone says what to do", async () => {
    const { harness, store } = await helloOn();
    await harness.up(hello);
    store.appTemplates.delete(Number(harness.state?.id));
    await expect(harness.up({ ...hello, name: "other" })).rejects.toThrow("pulumi refresh");
  });
});

describe("deleting a template", () => {
  test("that is shared with groups is refused, and says what to do", async () => {
    const { harness, change, made } = await helloOn();
    await harness.up(hello);
    change({ shared: true });
    await expect(harness.destroy()).rejects.toThrow("set force: true");
    expect(made()).toHaveLength(1);
  });

  test.each([403, 422])("that is refused with %i for another reason does not suggest force", async (status) => {
    const { harness, faults } = await helloOn();
    await harness.up(hello);
    faults.add({ name: "status", endpoint: "appTemplates.delete", status, probability: 1, seed: 1 });
    const failing = expect(harness.destroy()).rejects;
    await failing.toThrow(String(status));
    await failing.not.toThrow("force");
  });

  test("that is shared with groups is deleted with force", async () => {
    const { harness, change, made } = await helloOn();
    await harness.up({ ...hello, force: true });
    change({ shared: true });
    await harness.destroy();
    expect(made()).toEqual([]);
  });

  test("that no longer exists succeeds", async () => {
    const { harness, store } = await helloOn();
    await harness.up(hello);
    store.appTemplates.delete(Number(harness.state?.id));
    await harness.destroy();
  });

  test("whose response is lost succeeds", async () => {
    const { harness, faults, made } = await helloOn();
    await harness.up(hello);
    faults.add({ name: "drop-after", endpoint: "appTemplates.delete", count: 1, ...always });
    await harness.destroy();
    expect(made()).toEqual([]);
  });
});

test("a template that another resource of the run has adopted is not deleted with the old one", async () => {
  const { harness, emulator, made } = await helloOn();
  await harness.up(hello);
  const renamed = new EngineHarness(appTemplateHandler, emulator, "renamed");
  renamed.adopts(harness.state?.id ?? "");
  await renamed.up(hello);
  expect(renamed.state?.id).toBe(harness.state?.id);
  const removed = new EngineHarness(appTemplateHandler, emulator, harness.urn, {}, renamed);
  removed.state = harness.state;
  await removed.destroy();
  expect(made()).toHaveLength(1);
  await renamed.preview(hello);
  await renamed.destroy();
  expect(made()).toEqual([]);
});

describe("a template is created once", () => {
  test.each(["drop-before", "drop-after", "garbage"] as const)("when its creation meets %s", async (name) => {
    const { harness, faults, made } = await helloOn();
    faults.add({ name, endpoint: "appTemplates.create", count: 1, ...always });
    await harness.up(hello);
    expect(made().map((one) => String(one.id))).toEqual([harness.state?.id]);
    expect(await harness.preview(hello)).toBe("same");
  });

  test("if the process dies after the response, the next up names the template and creates no other", async () => {
    const { harness, again, made } = await helloOn();
    await harness.up(hello);
    const { id } = harness.state ?? {};
    await expect(again("lost").up(hello)).rejects.toThrow(`an earlier run has created edge app template ${id}`);
    expect(made()).toHaveLength(1);
  });

  test("if neither state nor record exist, the next up names the template and the alternatives", async () => {
    const { harness, again, made } = await helloOn();
    await harness.up(hello);
    await harness.preview(hello);
    const { id } = harness.state ?? {};
    const other = again("lost").up(hello);
    await expect(other).rejects.toThrow(`edge app template ${id} has the same content`);
    await expect(other).rejects.toThrow(`import: "${id}"`);
    await expect(other).rejects.toThrow("allowDuplicate: true");
    expect(made()).toHaveLength(1);
  });

  test("beside an older identical template, if the program allows it", async () => {
    const { harness, faults, again, made } = await helloOn();
    await harness.up(hello);
    await harness.preview(hello);
    faults.add({ name: "drop-after", endpoint: "appTemplates.create", count: 1, ...always });
    const second = again("lost");
    await second.up({ ...hello, allowDuplicate: true });
    expect(made()).toHaveLength(2);
    expect(second.state?.id).not.toBe(harness.state?.id);
    expect(await second.preview({ ...hello, allowDuplicate: true })).toBe("same");
  });
});
