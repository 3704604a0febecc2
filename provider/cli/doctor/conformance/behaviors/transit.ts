import type { transitTable, UndetectableName } from "../../../../api/index.ts";
import { textOrder } from "../../../../values/text-order.ts";
import { type Answer, isSuccess } from "../answer.ts";
import { type Detectors, type Evidence, objectsWith, seen, undetermined } from "./finding.ts";
import { pagingDetectors } from "./paging.ts";

/** Effects of gateways, replicas, caches and permissions between a client and the platform. */
export const transitDetectors: Detectors<Exclude<keyof typeof transitTable, UndetectableName>> = {
  gateway: ({ answers }) => {
    // Error bodies of the other areas look like those of gateways.
    const strict = answers.filter(({ reading: { endpoint } }) => endpoint.area === "cdn" || endpoint.area === "cloud");
    const isForeign = strict.every(({ status, form }) => status === 404 && form !== "contract");
    const [first] = strict;
    return first === undefined || !isForeign ? "default" : seen(foreignForm(first));
  },
  unknownPaths: ({ answers }) => {
    const answer = answers.find(({ reading }) => reading.variant === "an unknown path");
    if (answer === undefined) return undetermined("the unknown path was not read");
    if (answer.form === "contract" || answer.form === "empty") return "default";
    return seen(foreignForm(answer) as "text" | "html" | "json");
  },
  texts: (evidence) => {
    const { edgeWhitespace, otherThanNfc, upperCase } = textsSeen(evidence);
    if (edgeWhitespace && otherThanNfc && upperCase) return "default";
    return undetermined("what was sent is not known; see `texts` for the forms that were seen");
  },
  ids: (evidence) => {
    const dated = objectsWith(evidence, /^reservations\.list$/, "created_at")
      .flatMap(({ fields: { id, created_at: at } }) =>
        typeof id === "number" && typeof at === "string" ? [{ id, at }] : [],
      )
      .sort((a, b) => textOrder(a.at, b.at) || a.id - b.id)
      .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
    if (new Set(dated.map(({ at }) => at)).size < 6)
      return undetermined("fewer than six reservations have a time of creation");
    return dated.every(({ id }, index) => index === 0 || id > (dated[index - 1]?.id ?? 0)) ? "default" : seen("random");
  },
  paging: pagingDetectors.paging,
  listCount: pagingDetectors.listCount,
  compression: ({ answers }) => {
    const plain = answers.filter(({ reading }) => reading.variant !== "compressed").map(encodingOf);
    const always = plain.find((encoding) => encoding === "gzip" || encoding === "br");
    if (always !== undefined) return seen(always);
    const asked = answers.filter(({ reading }) => reading.variant === "compressed").map(encodingOf);
    if (asked.length === 0) return undetermined("the compressed response did not come");
    return asked.some((encoding) => encoding !== "none") ? seen("asked") : "default";
  },
  auxiliaryRights: ({ answers }) => {
    const isDenied = (id: string) =>
      answers.some(({ reading, status }) => reading.endpoint.id === id && status === 403);
    if (!isDenied("tasks.list")) return "default";
    return seen(isDenied("edgeAccount.get") ? "none" : "no-tasks");
  },
};

function foreignForm({ form }: Answer): "text" | "html" | "json" | "empty" {
  if (form === "HTML") return "html";
  return form === "text" || form === "empty" ? form : "json";
}

export function encodingOf({ header }: Pick<Answer, "header">): "none" | "gzip" | "br" | "deflate" | "other" {
  const encoding = header("content-encoding")?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return "none";
  return (["gzip", "br", "deflate"] as const).find((known) => known === encoding) ?? "other";
}

const textNames = new Set(["name", "comment", "descr", "short_descr", "long_descr"]);

/** Forms of names, comments and descriptions. Each form that occurs excludes a way in which the platform could store texts. */
export function textsSeen({ objects }: Evidence) {
  const texts = objects.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, value]) =>
      textNames.has(name) && typeof value === "string" ? [value] : [],
    ),
  );
  return {
    upperCase: texts.some((text) => text !== text.toLowerCase()),
    edgeWhitespace: texts.some((text) => text !== text.trim()),
    otherThanNfc: texts.some((text) => text !== text.normalize("NFC")),
  };
}

/** Whether the platform itself has responded. */
export const hasResponded = ({ answers }: Evidence) => answers.some((answer) => isSuccess(answer));
