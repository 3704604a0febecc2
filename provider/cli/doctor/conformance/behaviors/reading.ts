import {
  apiTypes,
  clusterStatuses,
  type readingNames,
  reservationStatuses,
  taskStates,
  type UndetectableName,
} from "../../../../api/index.ts";
import { elementsOf, isSuccess } from "../answer.ts";
import { type Detectors, type Evidence, objectsWith, seen, undetermined, valuesOf, whereSome } from "./finding.ts";
import { isUnknownOption, optionDetectors } from "./options.ts";
import { pagingDetectors } from "./paging.ts";
import { unsetDetectors } from "./unset.ts";

type ReadingName = Exclude<(typeof readingNames)[number], UndetectableName>;

/** Behaviors of complete, current responses of the platform itself. */
export const readingDetectors: Detectors<ReadingName> = {
  ...unsetDetectors,
  ...optionDetectors,
  pageSize: pagingDetectors.pageSize,
  ruleTemplateList: (evidence) => {
    const lists = evidence.answers.filter((one) => one.reading.endpoint.id === "ruleTemplates.list" && isSuccess(one));
    const isBare = (isPaged: boolean) =>
      lists
        .filter(({ reading }) => (reading.query.limit !== undefined) === isPaged)
        .map(({ value }) => Array.isArray(value));
    const [plain, paged] = [isBare(false), isBare(true)];
    if (plain.length === 0 || paged.length === 0) return undetermined("rule templates could not be listed");
    if (plain[0] === true && paged[0] === true) return seen("bare");
    return plain[0] === false && paged[0] === false ? seen("wrapped") : "default";
  },
  unknownFields: ({ deviations, objects }) => {
    if (objects.length === 0) return undetermined("no object was returned");
    const isUnknown = deviations.some((one) => one.kind === "unknown field" && !isUnknownOption(one));
    return isUnknown ? seen("added") : "default";
  },
  enumValues: (evidence) => {
    const isNew = evidence.deviations.some(({ kind }) => kind === "other value");
    return isNew || hasNewStatus(evidence) ? seen("newer") : "default";
  },
  strangers: ({ hasStranger, objects }) => {
    if (objects.length === 0) return undetermined("no object was returned");
    return hasStranger ? seen("present") : "default";
  },
  timestamps: (evidence) => {
    const forms = timestampForms(evidence);
    const [hasZone, hasNone] = [forms.has("with zone"), forms.has("without zone")];
    if (!hasZone && !hasNone) return undetermined("no time was returned");
    if (hasZone && hasNone) return "default";
    return seen(hasZone ? "zoned" : "unzoned");
  },
  versionPrefix: (evidence) =>
    whereSome(
      valuesOf(evidence, /^(clusters|kubernetes)\./, "version"),
      (version) => /^\d/.test(String(version)),
      "none" as const,
    ),
  keypair: (evidence) => {
    const clusters = objectsWith(evidence, /^clusters\./, "keypair");
    if (clusters.length === 0) return undetermined("no cluster was returned");
    return clusters.every(({ fields }) => fields.keypair === undefined) ? seen("withheld") : "default";
  },
  taskResources: (evidence) => {
    const made = objectsWith(evidence, /^tasks\./, "created_resources")
      .filter(({ fields }) => fields.state === "FINISHED")
      .map(({ fields }) => fields.created_resources);
    if (made.length === 0) return undetermined("no finished task was returned");
    const isAll = (kinds: unknown) => Object.values(kinds ?? {}).some((ids) => Array.isArray(ids) && ids.length === 0);
    return made.some(isAll) ? seen("all") : "default";
  },
  priceStatusCase: (evidence) => {
    const statuses = valuesOf(evidence, /^(prices|kubernetes)\./, "price_status").map(String);
    if (statuses.length === 0) return undetermined("no price was returned");
    return statuses.every((status) => status === status.toUpperCase()) ? seen("upper") : "default";
  },
  unitSizes: (evidence) => {
    const sizes = ["unit_size_month", "unit_size_total"].flatMap((name) => valuesOf(evidence, /^reservations\./, name));
    if (sizes.some((size) => typeof size === "number")) return seen("number");
    return undetermined("previews of prices are POST requests, which are not sent");
  },
  emptyParams: (evidence) => {
    const params = objectsWith(evidence, /^appTemplates\.get$/, "params").map(({ fields }) => fields.params);
    const none = params.filter((value) => !Array.isArray(value) || value.length === 0);
    if (none.length === 0) return undetermined("no template without parameters was read");
    if (none.includes(undefined)) return seen("absent");
    return none.some(Array.isArray) ? seen("empty") : "default";
  },
  owned: (evidence) => {
    const isOwned = valuesOf(evidence, /^appTemplates\./, "owned").includes(true);
    return isOwned ? seen("echoed") : undetermined("it follows what a create has sent");
  },
  templateId: (evidence) => {
    const templates = objectsWith(evidence, /^appTemplates\.get$/, "id");
    if (templates.length === 0) return undetermined("no template was read");
    return templates.every(({ fields }) => fields.id === undefined) ? seen("omitted") : "default";
  },
  logTotal: ({ answers }) => {
    const pages = answers.filter((one) => one.reading.endpoint.id === "appLogs.list" && elementsOf(one) !== undefined);
    const [page] = pages.map(({ value }) => value as Record<string, unknown>);
    if (page?.count === undefined && page?.total_count === undefined)
      return undetermined("no count of logs was returned");
    if (page.count === undefined) return "default";
    return seen(page.total_count === undefined ? "count" : "both");
  },
};

const states: { ids: RegExp; name: string; known: readonly string[] }[] = [
  { ids: /^tasks\./, name: "state", known: taskStates },
  { ids: /^clusters\./, name: "status", known: [...clusterStatuses, "Running", "Scaling up", "Scaling down"] },
  { ids: /^reservations\./, name: "status", known: reservationStatuses },
  { ids: /^(apps|appTemplates)\./, name: "api_type", known: apiTypes },
];

function hasNewStatus(evidence: Evidence): boolean {
  return states.some(({ ids, name, known }) =>
    valuesOf(evidence, ids, name).some((value) => value !== "" && !known.includes(String(value))),
  );
}

const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Forms of times and dates in fields of the contract. */
export function timestampForms({ objects }: Evidence): Set<"with zone" | "without zone" | "date"> {
  const forms = new Set<"with zone" | "without zone" | "date">();
  for (const { fields, shape } of objects)
    for (const name of Object.keys(shape)) {
      const value = fields[name];
      if (typeof value !== "string") continue;
      const match = dateTime.exec(value);
      if (match !== null) forms.add(match[3] === undefined ? "without zone" : "with zone");
      else if (/^\d{4}-\d\d-\d\d$/.test(value)) forms.add("date");
    }
  return forms;
}
