import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDynamic } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { kinds } from "./kinds.ts";

process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(tmpdir(), "intents-"));

const emulator = await platform({ speed: 2000 });
const { store, requests } = emulator.platform;

/** What somebody has set in the platform's web page. */
const future = { enabled: true, by_name: "from the platform's web page" };
const cilium = { provider: "cilium", cilium: { hubbleUi: true } };
const param = { name: "greeting", dataType: "string" };
const hook = { app_id: "42" };

interface Case {
  kind: keyof typeof kinds;
  inputs: object;
  changed: object;
  /** Sets a field that this release does not know. */
  set: (record: never) => object;
  /** In the body of the request. */
  sent: object;
}

const cases: [string, Case][] = [
  [
    "an option",
    {
      kind: "cdn.RuleTemplate",
      inputs: {},
      changed: { weight: 4 },
      set: ({ options }: { options: object }) => ({ options: { ...options, future } }),
      sent: { options: { future } },
    },
  ],
  [
    "a field of an option",
    {
      kind: "cdn.RuleTemplate",
      inputs: {
        options: { edgeapp: { enabled: true, on_request_headers: hook }, websockets: { enabled: true, value: true } },
      },
      changed: { options: { edgeapp: { enabled: true, on_request_headers: { app_id: "43" } } } },
      set: ({ options }: { options: Record<string, object> }) => ({
        options: {
          edgeapp: { ...options.edgeapp, on_future: future, on_request_headers: { ...hook, future } },
          websockets: { ...options.websockets, future },
        },
      }),
      sent: {
        options: { edgeapp: { enabled: true, on_future: future, on_request_headers: { app_id: "43", future } } },
      },
    },
  ],
  [
    "a field of a parameter",
    {
      kind: "edge.AppTemplate",
      inputs: { params: [param, { ...param, name: "gone" }] },
      changed: {
        params: [
          { ...param, name: "new" },
          { ...param, mandatory: true },
        ],
      },
      set: ({ params }: { params: object[] }) => ({
        added_at: "2026-11-25",
        params: params.map((one) => ({ ...one, meta_data: future })).reverse(),
      }),
      sent: {
        params: [
          { name: "new", data_type: "string" },
          { name: "greeting", data_type: "string", mandatory: true, meta_data: future },
        ],
      },
    },
  ],
  [
    "a field of the network plugin",
    {
      kind: "kubernetes.Cluster",
      inputs: { cni: cilium },
      changed: { cni: { ...cilium, cilium: { hubbleUi: false } } },
      set: ({ cni }: { cni: { cilium: object } }) => ({
        ...{ csi: { future }, cni: { ...cni, cilium: { ...cni.cilium, cni_exclusive: true } } },
      }),
      sent: { cni: { provider: "cilium", cilium: { hubble_ui: false, cni_exclusive: true } } },
    },
  ],
];

test.each(cases)(
  "an update sends %s back as it was read, although this release does not know it",
  async (name, one) => {
    const { handler, collection, inputs } = kinds[one.kind];
    const made = openDynamic(handler, emulator, name.replaceAll(" ", "-"));
    await made.up({ ...inputs, ...one.inputs });
    const records = store[collection] as unknown as { get(id: string): never; put(id: string, record: object): void };
    const id = String(made.state?.id);
    const record = records.get(id);
    records.put(id, { ...(record as object), ...one.set(record) });
    requests.clear();
    await made.up({ ...inputs, ...one.inputs, ...one.changed });
    const [sent] = requests.list({}).filter(({ method }) => method === "PUT" || method === "PATCH");
    expect(sent?.request).toMatchObject(one.sent);
    expect(Object.keys(sent?.request as object)).not.toContain("added_at");
    expect(Object.keys(sent?.request as object)).not.toContain("csi");
    expect(JSON.stringify(sent?.request)).not.toContain("websockets");
  },
);
