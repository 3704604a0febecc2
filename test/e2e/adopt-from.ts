import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { nameOfUrn } from "../../provider/pulumi/formats/urn.ts";
import { commandLine } from "../cli/command-line.ts";
import { importAdopted } from "../helpers/adopted.ts";
import { platformOf } from "../helpers/moved-platform.ts";
import { rowsOf } from "../helpers/rest.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

/**
 * `cloudplatform adopt --from` with states recorded from real tools, and the objects that the emulator had at that time.
 * - Terraform states: recorded with OpenTofu and the platform's own Terraform provider. They contain modules, for_each, count, references
 *   and every CDN option (0.x: from an import; 2.x: from its documentation's example). The resources `values`, `default` and `calico`
 *   have a value for every other attribute (table in test/cli/terraform-schemas.test.ts).
 * - Stacks: recorded with Pulumi and its Terraform provider bridge, from a program with the same resources. URLs, times, source positions
 *   and the bridge's own data (`__pulumi_raw_state_delta`) are removed.
 */
const terraform = { file: "terraform.tfstate", left: 1, handover: "terraform state rm" };
const bridged = { file: "stack.json", left: 0, handover: "pulumi state delete --stack 'dev' --yes" };
const states = [
  { state: "0.x", count: 20, unmapped: ["csi", "timeouts"], ...terraform },
  {
    state: "2.x",
    count: 16,
    unmapped: [
      ...["options.fastedge.on_request_headers_after_cache", "options.waap", "cni.cilium.cni_exclusive"],
      "params.metadata",
    ],
    ...terraform,
  },
  { state: "bridged-0.x", count: 13, unmapped: [], ...bridged },
  { state: "bridged-2.x", count: 13, unmapped: ["cni.cilium.cniExclusive"], ...bridged },
] as const;
const folderOf = (state: string) => new URL(`./terraform/${state}/`, import.meta.url);
const stacks: TestStack[] = [];
afterAll(() => Promise.all(stacks.map((stack) => stack.remove())));

async function open(state: string) {
  const { emulator, control } = await platformOf(folderOf(state));
  const stack = await openStack({ url: emulator.url, env: { CLOUDPLATFORM_EDGE_WORD: "fastedge" } });
  stacks.push(stack);
  return { emulator, control, stack };
}

test.each(rowsOf(states, 1))(
  "$state/$file becomes a program with an empty preview, and no request writes",
  async ({ state, file, count, left, unmapped, handover }) => {
    const { emulator, control, stack } = await open(state);
    await control.clearRequests();
    const path = join(stack.folder, file);
    await writeFile(path, withProtection(await readFile(new URL(file, folderOf(state)), "utf8")));
    const environment = Object.fromEntries(
      Object.entries(stack.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const out = join(stack.folder, "adopted");
    const adopted = await commandLine(emulator.url, ["adopt", "--from", path, "--out", out], {
      ...{ folder: stack.folder, environment },
    });
    expect(adopted, adopted.err).toMatchObject({ code: 0 });
    const report = await readFile(join(out, "report.md"), "utf8");
    expect(adopted.out, report).toContain(`${count} adopted, ${left} left where they are`);
    if (left > 0) expect(report).toContain("it belongs to another provider");
    const missing = [...report.matchAll(/: (\S+) has no counterpart/g)].map(([, path]) => path);
    expect(missing).toEqual([...unmapped]);
    if (left > 0)
      expect(adopted.err).toContain("- terraform_data.note stays and depends on gcore_cdn_rule_template.shared:");
    // One command for each object of the platform, and no others. test/e2e/adopt-handover.process.test.ts runs those of Pulumi.
    const commands = [...adopted.err.matchAll(/^ {2}(\S+ state (?:rm|delete) .*)$/gm)].map(([, line]) => line);
    const addresses = addressesOf(JSON.parse(await readFile(path, "utf8")));
    expect(commands.sort()).toEqual(addresses.map(({ force, text }) => `${handover} ${force}'${text}'`).sort());

    const index = await readFile(join(out, "index.ts"), "utf8");
    expect(index).toMatch(/new cdn\.RuleTemplate\("by_key-a", \{[^}]*name: shared\.name,/);
    expect(index).toMatch(/dependsOn: \[byKeyA, byKeyBC\]/);
    expect(index).toContain('new ShopEu("shop-eu", { shared })');
    expect(index).toContain('import { ShopEu } from "./shop-eu.ts";');
    expect(await readFile(join(out, "shop-eu-inner.ts"), "utf8")).toMatch(/name: args\.(page|shopEuPage)\.name,/);
    for (const planted of ["planted-key-4711", "planted-value-0815"]) expect(index).not.toContain(planted);

    await stack.program('import "./adopted/index.ts";');
    const importFile = JSON.parse(await readFile(join(out, "import.json"), "utf8"));
    const named = [...adopted.err.matchAll(/config set --secret (\S+)/g)].map(([, key = ""]) => key);
    await stack.configure({}, Object.fromEntries(named.map((key) => [key, secretOf(importFile, key)])));
    const resources = await importAdopted(stack);
    expect(resources).toHaveLength(count);
    const kept = resources.filter((one) => one.protect === true).map(({ urn }) => nameOfUrn(urn));
    expect(kept).toEqual(file === "stack.json" ? ["shared"] : []);
    expect((await control.requests()).filter((request) => !request.startsWith("GET"))).toEqual([]);
  },
);

/** Returns the tool's address of each platform object, as its own commands print it. */
function addressesOf({ resources = [], deployment }: Saved): { text: string; force: string }[] {
  const keyOf = (key: unknown) => (key === undefined ? "" : `[${JSON.stringify(key)}]`);
  const ofTerraform = resources
    .filter(({ type }) => type.startsWith("gcore_"))
    .flatMap(({ module, type, name, instances }) =>
      instances.map((one) => [module, type, `${name}${keyOf(one.index_key)}`].filter(Boolean).join(".")),
    );
  const ofPulumi = (deployment?.resources ?? []).filter(({ type }) => type.startsWith("gcore:"));
  return [
    ...ofTerraform.map((text) => ({ text, force: "" })),
    ...ofPulumi.map(({ urn, protect }) => ({ text: urn, force: protect === true ? "--force " : "" })),
  ];
}

interface Saved {
  resources?: { module?: string; type: string; name: string; instances: { index_key?: unknown }[] }[];
  deployment?: { resources: { urn: string; type: string; protect?: boolean }[] };
}

/** Adds the option `protect`, because the bridged stacks were recorded without it. */
function withProtection(text: string): string {
  const { deployment, ...state } = JSON.parse(text);
  if (deployment === undefined) return text;
  const resources = deployment.resources.map((one: { urn: string }) =>
    one.urn.endsWith("::shared") ? { ...one, protect: true } : one,
  );
  return JSON.stringify({ ...state, deployment: { ...deployment, resources } });
}

/** Returns the import file's value of a configuration secret, which is named after its resource. */
function secretOf(file: { resources: { name: string; inputs?: object }[] }, key: string): string {
  const slug = key.replace(/Secret\d*$/, "").toLowerCase();
  const plain = (name: string) => name.replace(/\W|_/g, "").toLowerCase();
  const resource =
    file.resources.find(({ name }) => plain(name).endsWith(slug)) ??
    file.resources.find(({ name }) => slug.startsWith(plain(name.replace(/.*[:/]/, ""))));
  const number = Number(/Secret(\d*)$/.exec(key)?.[1] || 1);
  const values = [...JSON.stringify(resource?.inputs ?? {}).matchAll(/"plaintext":"((?:[^"\\]|\\.)*)"/g)];
  return JSON.parse(JSON.parse(`"${values[number - 1]?.[1] ?? '\\"\\"'}"`));
}
