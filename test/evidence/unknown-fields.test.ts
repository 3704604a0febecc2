import { describe, expect, test } from "vitest";
import { setLogSink } from "../../provider/engine/lifecycle/progress.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { type ProviderKind, providerKinds } from "../helpers/provider-kinds.ts";
import { kinds } from "./kinds.ts";

const emulator = await platform({ speed: 2000 });
const { store, requests } = emulator.platform;

/** A field that was set in the platform's web console. */
const future = { enabled: true, by_name: "from the platform's web page" };
const cilium = { provider: "cilium", cilium: { hubbleUi: true } };
const param = { name: "greeting", dataType: "string" };
const header = { name: "x-own", value: ["own"], always: true };
const other = { name: "x-other", value: ["other"], always: false };
const message = {
  last_sending: "2026-11-25T12:00:00Z",
  last_message: {
    global_quotas: { vm_count_limit: { limit: 5, usage: 4 }, new_count_limit: { limit: 1, own_unit: "x" } },
  },
};
const hook = { app_id: "42" };

const ofSet = (rule: object) => ({ rules: { own: { rule: "/own/", ruleType: 0, ...rule } } });
const headers = (value: object[]) => ({ options: { static_response_headers: { enabled: true, value } } });

/** Adds a field with the index to each header. */
function withNumbers(name: string) {
  return ({ options }: ReturnType<typeof headers>) =>
    headers(options.static_response_headers.value.map((one, index) => ({ ...one, [name]: index })));
}

const slots = (numbers: number[]) => ({ secretSlots: numbers.map((slot) => ({ slot, value: "own" })) });

function ddosProtection(numbers: number[]) {
  const fields = numbers.map((baseField) => ({ baseField, value: "own" }));
  return { ddosProfile: { enabled: true, profileTemplate: 65, fields } };
}

interface Case {
  kind: keyof typeof kinds;
  inputs: object;
  changed: object;
  /** Sets a field unknown to this release. */
  set: (record: never) => object;
  /** Expected in the body of the request, with all fields that are unknown to this release. */
  sent: object;
  /** Unknown fields that the preview expects to go, with their parts of the object. */
  gone?: readonly string[];
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
      gone: ["options.websockets.future"],
    },
  ],
  [
    "a field of a header, also where another header goes,",
    {
      kind: "cdn.RuleTemplate",
      inputs: headers([{ ...header, name: "x-gone" }, other, header]),
      changed: headers([header, { ...other, value: ["changed"] }]),
      set: withNumbers("future"),
      sent: headers([
        { ...header, future: 2 },
        { ...other, value: ["changed"], future: 1 },
      ]),
      gone: ["options.static_response_headers.value[0].future"],
    },
  ],
  [
    "a field of a header that has other values, but not to a new header in the place of another,",
    {
      kind: "cdn.RuleTemplate",
      inputs: headers([header, other]),
      changed: headers([
        { ...header, value: ["changed"] },
        { ...other, name: "x-new" },
        { ...header, name: "x-added" },
      ]),
      set: withNumbers("future"),
      sent: headers([
        { name: "x-own", value: ["changed"], always: true, future: 0 },
        { ...other, name: "x-new" },
        { ...header, name: "x-added" },
      ]),
      gone: ["options.static_response_headers.value[1].future"],
    },
  ],
  [
    "a field of each header of a name that occurs twice",
    {
      kind: "cdn.RuleTemplate",
      inputs: headers([header, header]),
      changed: headers([other, header, { ...header, value: ["changed"] }]),
      set: withNumbers("future"),
      sent: headers([other, { ...header, future: 0 }, { ...header, value: ["changed"], future: 1 }]),
    },
  ],
  [
    "a field of a header of a rule set",
    {
      kind: "cdn.RuleSet",
      inputs: ofSet(headers([header, other])),
      changed: ofSet(headers([{ ...header, value: ["changed"] }])),
      set: withNumbers("future"),
      sent: headers([{ ...header, value: ["changed"], future: 0 }]),
      gone: ["options.static_response_headers.value[1].future"],
    },
  ],
  [
    "a field of a parameter, but not to one that has another name,",
    {
      kind: "edge.AppTemplate",
      inputs: { params: [param, { ...param, name: "gone" }] },
      changed: {
        params: [
          { ...param, name: "new" },
          { ...param, mandatory: true },
        ],
      },
      set: ({ params }: { params: { name: string }[] }) => ({
        params: params.map((one) => ({ ...one, future: one.name })).reverse(),
      }),
      sent: {
        params: [
          { name: "new", data_type: "string" },
          { name: "greeting", data_type: "string", mandatory: true, future: "greeting" },
        ],
      },
      gone: ["params[0].future"],
    },
  ],
  [
    "a field of a slot",
    {
      kind: "edge.Secret",
      inputs: {},
      changed: {
        secretSlots: [
          { slot: 0, value: "first" },
          { slot: 1, value: "second" },
        ],
      },
      set: ({ secret_slots: slots }: { secret_slots: object[] }) => ({
        secret_slots: slots.map((one) => ({ ...one, future })),
      }),
      sent: {
        secret_slots: [{ slot: 0, future }, { slot: 1 }],
      },
    },
  ],
  [
    "a field of a slot, but not to a slot that is effective from another time,",
    {
      kind: "edge.Secret",
      inputs: slots([0, 5]),
      changed: slots([7, 0]),
      set: ({ secret_slots: all }: { secret_slots: object[] }) => ({
        secret_slots: all.map((one, future) => ({ ...one, future })),
      }),
      sent: { secret_slots: [{ slot: 7 }, { slot: 0, future: 0 }] },
      gone: ["secretSlots[1].future"],
    },
  ],
  [
    "a field of the DDoS protection, but not to one that has another number,",
    {
      kind: "kubernetes.Cluster",
      inputs: ddosProtection([10, 20]),
      changed: ddosProtection([20, 30]),
      set: ({ ddos_profile: profile }: { ddos_profile: { fields: object[] } }) => ({
        ddos_profile: { ...profile, fields: profile.fields.map((one, future) => ({ ...one, future })) },
      }),
      sent: {
        ddos_profile: {
          fields: [{ base_field: 20, future: 1 }, { base_field: 30 }],
        },
      },
      gone: ["ddosProfile.fields[0].future"],
    },
  ],
  [
    "a field of the network plugin",
    {
      kind: "kubernetes.Cluster",
      inputs: { cni: cilium },
      changed: { cni: { ...cilium, cilium: { hubbleUi: false } } },
      set: ({ cni }: { cni: { cilium: object } }) => ({
        ...{ cni: { ...cni, cilium: { ...cni.cilium, cni_exclusive: true } } },
      }),
      sent: { cni: { provider: "cilium", cilium: { hubble_ui: false, cni_exclusive: true } } },
    },
  ],
  [
    "the topic of logs that the program leaves to the platform",
    {
      kind: "kubernetes.Cluster",
      inputs: { logging: { enabled: true, retentionPolicy: { period: 5 } } },
      changed: { logging: { enabled: true, retentionPolicy: { period: 6 } } },
      set: ({ logging }: { logging: object }) => ({ logging: { ...logging, topic_name: "from-the-web-page", future } }),
      sent: { logging: { retention_policy: { period: 6 }, topic_name: "from-the-web-page", future } },
    },
  ],
  [
    "the last message of a threshold",
    {
      kind: "quotas.NotificationThreshold",
      inputs: {},
      changed: { threshold: 70 },
      set: () => message,
      sent: { threshold: 70, ...message },
    },
  ],
];

/** Names that sound like read-only fields. */
const sounding = { archived_on: "2030-01-01", approvedBy: "somebody", retry_count: 3, status: "paused", _flags: ["a"] };

interface Nested extends Omit<Case, "set" | "sent"> {
  /** Sets a field in a part of the object. */
  set: (name: string) => Case["set"];
  /** Path of that field in errors. */
  path: string;
  /** The platform's refusal of the field, which names the whole path or the last name alone. */
  refusal: (name: string) => object;
}

const unread = "Unknown or read-only.";

/** Resources whose update request replaces parts of the object. */
const nested: [keyof typeof kinds, Nested][] = [
  [
    "cdn.RuleTemplate",
    {
      kind: "cdn.RuleTemplate",
      inputs: headers([header]),
      changed: headers([{ ...header, value: ["changed"] }]),
      set: (name) => withNumbers(name) as Case["set"],
      path: "options.static_response_headers.value[0].",
      refusal: (name) => ({ errors: { options: { static_response_headers: { value: [{ [name]: [unread] }] } } } }),
    },
  ],
  [
    "edge.AppTemplate",
    {
      kind: "edge.AppTemplate",
      inputs: { params: [param] },
      changed: { params: [{ ...param, mandatory: true }] },
      set:
        (name) =>
        ({ params }: { params: object[] }) => ({ params: params.map((one) => ({ ...one, [name]: 0 })) }),
      path: "params[0].",
      refusal: (name) => ({ error: `json: unknown field "${name}"` }),
    },
  ],
  [
    "edge.Secret",
    {
      kind: "edge.Secret",
      inputs: {},
      changed: { secretSlots: [{ slot: 0, value: "second" }] },
      set: (name) => (one: { secret_slots: object[] }) => ({
        secret_slots: one.secret_slots.map((slot) => ({ ...slot, [name]: 0 })),
      }),
      path: "secretSlots[0].",
      refusal: (name) => ({ error: `secret_slots.0.${name}: ${unread}` }),
    },
  ],
  [
    "kubernetes.Cluster",
    {
      kind: "kubernetes.Cluster",
      inputs: { cni: cilium },
      changed: { cni: { ...cilium, cilium: { hubbleUi: false } } },
      set:
        (name) =>
        ({ cni }: { cni: { cilium: object } }) => ({
          cni: { ...cni, cilium: { ...cni.cilium, [name]: 0 } },
        }),
      path: "cni.cilium.",
      refusal: (name) => ({ exception_class: "ValidationError", message: `cni.cilium.${name}: ${unread}` }),
    },
  ],
];

/** Resources whose update request replaces the whole object. */
const replaced: [keyof typeof kinds, object][] = [
  ["cdn.RuleTemplate", { weight: 4 }],
  ["cdn.RuleSet", { rules: { own: { rule: "/own/", ruleType: 0, overrideOriginProtocol: "HTTPS" } } }],
  ["edge.AppTemplate", { shortDescr: "Changed" }],
  ["quotas.NotificationThreshold", { threshold: 70 }],
];

let serial = 0;

/** Returns the requests of an update of an object with unknown fields; `refused`: the platform's response to the first request. */
async function updatesOf(provider: ProviderKind, one: Omit<Case, "sent">, refused?: object) {
  const { handler, collection, inputs } = kinds[one.kind];
  emulator.platform.reset();
  const records = store[collection] as unknown as {
    all(): { id?: number; client_id?: number }[];
    get(id: string): never;
    put(id: string, record: object): void;
  };
  const idsOf = () => records.all().map(({ id, client_id }) => String(id ?? client_id));
  const before = idsOf();
  // Unique settings give the resource its own client.
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
  const made = openInProcess[provider](handler, emulator, `unknown-${serial}`, settings);
  const given = (changed: object) => JSON.parse(JSON.stringify({ ...inputs, ...one.inputs, ...changed }));
  await made.up(given({}));
  const [id = String(made.state?.id)] = idsOf().filter((other) => !before.includes(other));
  const key = collection === "clusters" ? String(made.state?.id) : id;
  const record = records.get(key);
  records.put(key, { ...(record as object), ...one.set(record) });
  requests.clear();
  const method = one.kind === "edge.Secret" || one.kind === "kubernetes.Cluster" ? "PATCH" : "PUT";
  const refusal = { name: "status", status: 400, count: 1, method, body: refused } as const;
  if (refused !== undefined) emulator.platform.faults.add(refusal as never);
  const warnings: string[] = [];
  setLogSink(({ text }) => warnings.push(text));
  await made.preview(given(one.changed));
  setLogSink(undefined);
  const error = await made.up(given(one.changed)).then(
    () => undefined,
    ({ message }: Error) => message,
  );
  const sent = requests.list({}).filter(({ method }) => method === "PUT" || method === "PATCH");
  return { sent: sent.map(({ request }) => request as object), error, gone: goneIn(warnings) };
}

async function updateOf(provider: ProviderKind, one: Omit<Case, "sent">): Promise<object> {
  const { sent, error, gone } = await updatesOf(provider, one);
  expect(error).toBeUndefined();
  expect(gone, "unknown fields that the preview names").toEqual(one.gone ?? []);
  return sent[0] as object;
}

/** Returns the fields that warnings name as unknown. */
function goneIn(warnings: readonly string[]): string[] {
  return warnings.flatMap((text) =>
    [...text.matchAll(/([\w.[\]]+), which this release does not know/g)].map(([, path]) => path as string),
  );
}

function countOfFuture(value: object): number {
  return JSON.stringify(value).split("future").length;
}

describe.each(providerKinds)("with the %s provider", (provider) => {
  test.each(cases)("an update sends %s back as it was read, although this release does not know it", async (_, one) => {
    const sent = await updateOf(provider, one);
    expect(sent).toMatchObject(one.sent);
    expect(countOfFuture(sent)).toBe(countOfFuture(one.sent));
    expect(JSON.stringify(sent)).not.toContain("websockets");
  });

  test.each(replaced)("an update of %s sends a field back that this release does not know", async (kind, changed) => {
    const sent = await updateOf(provider, { kind, inputs: {}, changed, set: () => ({ shield: future, ...sounding }) });
    expect(sent).toMatchObject({ shield: future, ...sounding });
  });

  test.each(replaced)(
    "an update of %s is sent again without what only the platform sets, where that is refused",
    async (kind, changed) => {
      const set = () => ({ shield: future, ...sounding });
      const refused = { errors: { status: ["This field is read-only."], _flags: ["This field is read-only."] } };
      const { sent, error } = await updatesOf(provider, { kind, inputs: {}, changed, set }, refused);
      expect(error).toBeUndefined();
      const { status: _, _flags, ...rest } = sounding;
      expect(sent).toEqual([expect.objectContaining(sounding), expect.objectContaining({ shield: future, ...rest })]);
      expect(Object.keys(sent[1] as object).filter((name) => name === "status" || name === "_flags")).toEqual([]);
    },
  );

  test.each(replaced)(
    "an update of %s stops where the platform refuses what somebody has set",
    async (kind, changed) => {
      const refused = { errors: { shield: ["This field is not known."] } };
      const one = { kind, inputs: {}, changed, set: () => ({ shield: future, ...sounding }) };
      const { sent, error } = await updatesOf(provider, one, refused);
      expect(sent).toHaveLength(1);
      expect(error).toMatch(/shield: This field is not known\..* has shield, .*a newer release/s);
    },
  );

  test.each(nested)(
    "an update of %s is sent again without what only the platform sets in a part of it, where that is refused",
    async (_, { set, path, refusal, ...one }) => {
      const { sent, error } = await updatesOf(provider, { ...one, set: set("updated_at") }, refusal("updated_at"));
      expect(error).toBeUndefined();
      expect(sent).toHaveLength(2);
      expect(sent.map((body) => JSON.stringify(body).includes("updated_at"))).toEqual([true, false]);
    },
  );

  test.each(nested)(
    "an update of %s stops where the platform refuses what somebody has set in a part of it",
    async (_, { set, path, refusal, ...one }) => {
      const { sent, error } = await updatesOf(provider, { ...one, set: set("shield") }, refusal("shield"));
      expect(sent).toHaveLength(1);
      expect(error).toContain(`The object on the platform has ${path}shield, which this release does not know`);
    },
  );

  test("an update that the platform refuses for a declared value ends with the platform's message", async () => {
    const [inputs, changed] = [{ params: [param] }, { params: [param], shortDescr: "Changed" }];
    const set = ({ params }: { params: object[] }) => ({ params: params.map((one) => ({ ...one, short_descr: 0 })) });
    const refused = { error: "short_descr: too long" };
    const { error } = await updatesOf(provider, { kind: "edge.AppTemplate", inputs, changed, set }, refused);
    expect(error).toContain("short_descr: too long");
    expect(error).not.toContain("which this release does not know");
  });

  test("a preview that cannot read an object says what it does not know", async () => {
    emulator.platform.reset();
    const { handler, inputs } = kinds["cdn.RuleTemplate"];
    const made = openInProcess[provider](handler, emulator, `unread-${++serial}`);
    await made.up({ ...inputs, ...headers([header]) });
    emulator.platform.faults.add({
      name: "status",
      status: 500,
      method: "GET",
      endpoint: "ruleTemplates.get",
    } as never);
    const warnings: string[] = [];
    setLogSink(({ text }) => warnings.push(text));
    expect(await made.preview(inputs)).toBe("update");
    setLogSink(undefined);
    expect(warnings).toEqual([
      expect.stringContaining("any field that this release does not know in the parts that the program removes"),
    ]);
  });

  test("an update of some fields of a cluster or a secret leaves its unknown fields to the platform", async () => {
    const changed = { cni: { ...cilium, cilium: { hubbleUi: false } } };
    const set = () => ({ csi: { future } });
    const cluster = await updateOf(provider, { kind: "kubernetes.Cluster", inputs: { cni: cilium }, changed, set });
    expect(Object.keys(cluster)).toEqual(["cni"]);
    const secret = await updateOf(provider, { kind: "edge.Secret", inputs: {}, changed: { comment: "Changed" }, set });
    expect(Object.keys(secret)).toEqual(["comment"]);
  });

  test("an update of a rule template sends the name and weight back that the program leaves to the platform", async () => {
    const inputs = { name: undefined, weight: undefined };
    const set = () => ({ name: "Named in the web page", weight: 77 });
    const one = { kind: "cdn.RuleTemplate", inputs, set } as const;
    const sent = await updateOf(provider, { ...one, changed: { overrideOriginProtocol: "HTTPS" } });
    expect(sent).toMatchObject({ name: "Named in the web page", weight: 77 });
    const given = await updateOf(provider, { ...one, changed: { weight: 5 } });
    expect(given).toMatchObject({ name: "Named in the web page", weight: 5 });
  });

  test("an update of a rule template leaves a name to the platform that the program no longer gives", async () => {
    const one = { kind: "cdn.RuleTemplate", inputs: { name: "given" }, set: () => ({}) } as const;
    expect(Object.keys(await updateOf(provider, { ...one, changed: { name: undefined } }))).not.toContain("name");
  });
});
