import { appTemplateBody, limits, reservationBody } from "@cloudplatform/pulumi/api";
import { fromWire } from "@cloudplatform/pulumi/schema";
import fc from "fast-check";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { notificationThresholdHandler } from "../../provider/resources/notification-threshold/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { arbitraryOf } from "../helpers/arbitrary.ts";
import { templates } from "../rule-template/generated.ts";
import type { Drift, Stored, Subject } from "./subject.ts";

/** Drift that sets a field of a record. */
const set = (field: string, value: unknown, path = field): Drift => ({
  path,
  apply: (record) => ({ ...record, [field]: value }),
});

export const ruleTemplate: Subject = {
  handler: ruleTemplateHandler,
  inputs: templates,
  find: ({ store }, id) => store.ruleTemplates.get(id),
  put: ({ store }, id, record) => store.ruleTemplates.put(id, record as never),
  change: (inputs) => ({
    inputs: { ...inputs, overrideOriginProtocol: inputs.overrideOriginProtocol === "HTTP" ? "HTTPS" : "HTTP" },
    sends: [/^PUT \/cdn\/resources\/rule_templates\/\d+$/],
  }),
  drifts(record, inputs) {
    const declared = (inputs.options ?? {}) as Record<string, unknown>;
    const options = record.options as Record<string, unknown>;
    const drifts = [
      set("rule", record.rule === "/drifted" ? "/other" : "/drifted"),
      set("ruleType", 1 - Number(record.ruleType)),
      set("overrideOriginProtocol", record.overrideOriginProtocol === "MATCH" ? "HTTP" : "MATCH"),
    ];
    if (inputs.name !== undefined) drifts.push(set("name", `${record.name} drifted`));
    if (inputs.weight !== undefined) drifts.push(set("weight", record.weight === 7 ? 8 : 7));
    for (const [name, option] of Object.entries(declared)) {
      const off = { ...(options[name] as object), enabled: !(option as { enabled?: boolean } | null)?.enabled };
      if (option !== null) drifts.push(optionDrift(name, null), optionDrift(name, off));
    }
    if ((declared.slice ?? null) === null) drifts.push(optionDrift("slice", { enabled: true, value: true }));
    return drifts;
  },
  identity: ({ id }) => id,
};

function optionDrift(name: string, option: unknown): Drift {
  return {
    path: `options.${name}`,
    apply: (record) => ({ ...record, options: { ...(record.options as object), [name]: option } }),
  };
}

const isTrivial = (value: unknown) => value === undefined || value === "" || value === null;

export const appTemplate: Subject = {
  handler: appTemplateHandler,
  inputs: arbitraryOf(appTemplateBody).map((body) => fromWire(appTemplateBody, body as never) as Properties),
  find: ({ store }, id) => store.appTemplates.get(id),
  put: ({ store }, id, record) => store.appTemplates.put(id, record as never),
  change: (inputs) => ({
    inputs: { ...inputs, shortDescr: inputs.shortDescr === "changed" ? "again" : "changed" },
    sends: [/^PUT \/edgeapp\/v1\/template\/\d+$/],
  }),
  drifts: (record) => [
    set("name", record.name === "drifted" ? "other" : "drifted"),
    set("binary_id", Number(record.binary_id) + 1, "binaryId"),
    set("short_descr", isTrivial(record.short_descr) ? "drifted" : "", "shortDescr"),
    set("long_descr", isTrivial(record.long_descr) ? "drifted" : "", "longDescr"),
    set("params", (record.params as unknown[] | null)?.length ? [] : [param], "params"),
  ],
  identity: ({ id }) => id,
};

const param = { name: "drifted", data_type: "string", mandatory: false };

export const reservation: Subject = {
  handler: reservationHandler,
  inputs: arbitraryOf(reservationBody).map(
    (body): Properties => ({
      ...(fromWire(reservationBody, body as never) as Properties),
      // The price of generated inputs is not known.
      confirmCommitment: "unknown",
    }),
  ),
  find: ({ store }, id) => store.reservations.get(id),
  put: ({ store }, id, record) => store.reservations.put(id, record as never),
  // Provider inputs are not sent to the platform.
  change: (inputs) => ({ inputs: { ...inputs, allowReplacement: true }, sends: [] }),
  drifts(record) {
    const resources = record.resources as Stored[];
    const counted = resources.map((one) => ({ ...one, resource_count: Number(one.resource_count) + 1 }));
    const length = record.activity_period_length === 12 ? 36 : 12;
    return [
      set("name", `${record.name} drifted`),
      set("activity_period_length", length, "period"),
      set("resources", counted, "resources"),
    ];
  },
  isFixed: true,
  identity: ({ id }) => id,
};

export const secret: Subject = {
  handler: secretHandler,
  inputs: fc.record(
    {
      name: fc.stringMatching(/^walk-[a-z0-9]{1,20}$/),
      comment: fc.stringMatching(/^[A-Za-z ]{1,20}$/).map((text) => `About ${text.trim()}`),
      secretSlots: fc.uniqueArray(
        fc.record({ slot: fc.integer({ min: 0, max: 2_000_000_000 }), value: fc.stringMatching(/^[a-z0-9]{8,20}$/) }),
        { minLength: 1, maxLength: 3, selector: ({ slot }) => slot },
      ),
    },
    { requiredKeys: ["name", "secretSlots"] },
  ),
  find: ({ store }, id) => store.secrets.get(id),
  put: ({ store }, id, record) => store.secrets.put(id, record as never),
  change: (inputs) => ({
    inputs: { ...inputs, comment: inputs.comment === "changed" ? "again" : "changed" },
    sends: [/^PATCH \/edgeapp\/v1\/secrets\/\d+$/],
  }),
  drifts(record) {
    const [first, ...others] = record.secret_slots as Stored[];
    return [
      set("name", `${record.name}-drifted`),
      set("comment", "drifted"),
      // Stands for another secret value, of which the platform returns the checksum only.
      set("secret_slots", [{ ...first, checksum: "0".repeat(64) }, ...others], "secretSlots"),
    ];
  },
  identity: ({ id }) => id,
};

const { default: defaultThreshold, ...range } = limits.quotas.notificationThreshold;

/** Every client has a threshold. One with the default counts as an object that does not exist. */
export const threshold: Subject = {
  handler: notificationThresholdHandler,
  inputs: fc.record({
    clientId: fc.constant(5),
    threshold: fc.integer(range).filter((percent) => percent !== defaultThreshold),
  }),
  prepare({ store }) {
    store.thresholds.put(5, { ...store.thresholds.get(5), threshold: defaultThreshold } as never);
  },
  find({ store }, id) {
    const record = store.thresholds.get(Number(id));
    return record?.threshold === defaultThreshold ? undefined : record;
  },
  put: ({ store }, id, record) => store.thresholds.put(Number(id), record as never),
  change: (inputs) => ({
    inputs: { ...inputs, threshold: inputs.threshold === 91 ? 92 : 91 },
    sends: [/^PUT \/cloud\/v2\/client_quotas\/5\/notification_threshold$/],
  }),
  drifts: (record) => [set("threshold", record.threshold === 61 ? 62 : 61)],
  identity: (record) => record.client_id,
};

/** Generates the inputs of one resource. The same seed gives the same inputs. */
export function sampled(subject: Subject, seed: number): Properties {
  const [inputs] = fc.sample(subject.inputs, { numRuns: 1, seed });
  if (inputs === undefined) throw new Error("Nothing was generated.");
  return inputs;
}
