import { describe, expect, test } from "vitest";
import { openEditor } from "./editor.ts";

const program = `
  import * as pulumi from "@pulumi/pulumi";
  import { cdn, kubernetes, pricing } from "@cloudplatform/pulumi";
  new cdn.RuleTemplate("images", {
    rule: "/images/",
    ruleType: 0,
    weight: pulumi.output(1),
    overrideOriginProtocol: "",
    options: {
      cors: { enabled: true, value: ["*"], always: true },
      image_stack: pulumi.output({ enabled: true, quality: 85 }),
      request_limiter: { enabled: true, rate: 10, rate_unit: "r/s" },
      secure_key: { enabled: true, key: "…" },
      disable_cache: { enabled: true, value: true },
      edgeapp: { enabled: true, on_request_headers: { app_id: "42", interrupt_on_error: false } },
    },
  });
  new kubernetes.Cluster("edge", {
    name: "edge-1", keypair: "ops", version: "v1.31.9", timeouts: { create: "45m" },
    pools: [{ name: "general", flavorId: pulumi.output("bm1-hf-medium"), minNodeCount: 2, labels: { tier: "general" } }],
  });
  const price = await pricing.getInstancePrice({
    flavor: "g1-standard-2-4", interfaces: [{ type: "external" }], names: ["web-1"],
    volumes: [{ source: "new-volume", size: 50 }],
  });
  price.totalPricePerMonth;
  const twin = pricing.getInstancePriceOutput({ flavor: pulumi.output("f"), interfaces: [{ type: "subnet", ipFamily: "dual" }] });
  twin.priceWithoutDiscountPerMonth;
`;

const editor = openEditor();
const file = editor.write("examples/quickstart/in-the-editor.ts", program);

describe("the editor shows", () => {
  test("description and range of a field in the arguments of a resource", () => {
    const { type, documentation } = editor.hover(file, "weight");
    expect(type).toMatch(/^\(property\) weight\?: /);
    expect(documentation).toContain("Order of execution, lowest first.");
    expect(documentation).toContain("Integer from 1 to 2147483647.");
  });

  test("the length of a text", () => {
    expect(editor.hover(file, "rule:").documentation).toContain("1 to 300 characters.");
  });

  test("the description of an option", () => {
    expect(editor.hover(file, "cors").documentation).toBe("Access-Control-Allow-Origin for requests from other sites.");
  });

  test("a field of an option with its default", () => {
    expect(editor.hover(file, "always").documentation).toBe(
      "Adds the header to responses of every status code.\n\nDefault: `false`.",
    );
  });

  test("a field three levels down", () => {
    expect(editor.hover(file, "interrupt_on_error").documentation).toBe(
      "Responds with an error when the app fails.\n\nDefault: `true`.",
    );
  });

  test("the enum of a field as its type", () => {
    expect(editor.hover(file, "rate_unit").type).toContain('"r/s" | "r/m"');
  });

  test("that a field is secret", () => {
    expect(editor.hover(file, 'key: "…"').documentation).toContain("Secret.");
  });

  test("that an option is deprecated, and its replacement", () => {
    expect(editor.hover(file, "disable_cache").tags).toEqual([
      "@deprecated Use edge_cache_settings with the value 0s.",
    ]);
  });

  test("a field of a pool of a cluster, with its range", () => {
    expect(editor.hover(file, "minNodeCount").documentation).toBe("Minimum number of nodes.\n\nInteger from 1 to 200.");
  });

  test("an input of the provider", () => {
    expect(editor.hover(file, "timeouts").documentation).toContain("How long operations may take.");
  });

  test("an argument of a lookup with its unit", () => {
    expect(editor.hover(file, "size: 50").documentation).toContain("GiB");
  });

  test("the result of a lookup", () => {
    expect(editor.hover(file, "totalPricePerMonth").documentation).toBe("Monthly price, with VAT.");
  });

  test("arguments and results of a lookup that takes Inputs", () => {
    expect(editor.hover(file, "ipFamily").documentation).toBe("Addresses of the interface.");
    expect(editor.hover(file, "priceWithoutDiscountPerMonth").documentation).toContain("without the discount");
  });

  test("the type of an option in one line", () => {
    expect(editor.hover(file, "image_stack").type).toMatch(/ImageStack/);
    expect(editor.hover(file, "image_stack").type.length).toBeLessThan(160);
  });
});

test("the editor reports only the invalid value of the program", () => {
  const problems = editor.problems(file);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain('"HTTPS" | "HTTP" | "MATCH"');
});

test("the editor suggests the values of an enum", () => {
  expect(editor.completions(file, '",\n    options')).toEqual(expect.arrayContaining(["HTTPS", "HTTP", "MATCH"]));
});
