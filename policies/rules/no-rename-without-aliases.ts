import { nameOfUrn } from "@cloudplatform/pulumi/formats";
import { resources as registry } from "@cloudplatform/pulumi/registry";
import { type Declared, linesText, renamesBetween } from "@cloudplatform/pulumi/renames";
import { z } from "zod";
import { noChange } from "../engine/previous-state.ts";
import { type Kind, kinds, type PlatformResource } from "../engine/resource.ts";
import { stackRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";

export const noRenameWithoutAliases = stackRule({
  name: "no-rename-without-aliases",
  group: "guard-rails",
  severity: "high",
  level: "advisory",
  description: "A change must not delete an object and create the same one under another name or parent.",
  remediation:
    "Add the line of aliases that the message names; the next preview then shows no deletion. If you want a new object, add a waiver for no-rename-without-aliases that names the resource.",
  reference: "https://www.pulumi.com/docs/iac/concepts/resources/options/aliases/",
  controls: { "iso-27001": ["A.8.32"] },
  config: z.object({
    types: z
      .array(z.enum(kinds))
      .default([...kinds])
      .describe("Types of resources that are evaluated."),
  }),
  needsPreviousState: true,
  evaluateStack({ resources, read, urns, config, previousState, complete, report, notEvaluated }) {
    if ("missing" in previousState) {
      if (previousState.missing !== noChange)
        notEvaluated(undefined, `which resources are renamed: ${previousState.missing}`);
      return;
    }
    if (!complete) return;
    const before = previousState.resources.filter(isEvaluated);
    const after = resources.filter(isEvaluated).filter(({ urn }) => urns?.has(urn) !== false);
    const aliased = after.flatMap((one) => one.aliases);
    const known = {
      declared: new Set([...(urns ?? urnsOf(after)), ...aliased]),
      existing: previousState.urns ?? urnsOf(before),
    };
    const found = renamesBetween(
      before.map(declaredOf),
      // A resource whose alias matches an existing object is not new.
      after.filter((one) => !one.aliases.some((urn) => known.existing.has(urn))).map(declaredOf),
      known,
    );
    for (const rename of found) {
      const entering = after.find(({ urn }) => urn === rename.to);
      const [from, to] = [nameOfUrn(rename.from), nameOfUrn(rename.to)];
      const isKept = entering !== undefined && registry[entering.kind].isAlwaysThere === true;
      const what = isKept
        ? `"${from}" would leave the state and "${to}" take over what it has set`
        : `"${from}" would be deleted and the same created as "${to}"`;
      report(entering, `${what}. If it was renamed or moved, add ${linesText(rename, nameOfUrn)}`);
    }
    const paired = new Set(found.flatMap(({ from, to }) => [from, to]));
    const leaving = before.filter(({ urn }) => !known.declared.has(urn) && !paired.has(urn));
    for (const one of after.filter(({ urn }) => !known.existing.has(urn) && !paired.has(urn)))
      if (leaving.some(({ kind }) => kind === one.kind)) readIdentity(one.kind, read(one));

    function isEvaluated({ part, kind }: PlatformResource): boolean {
      return part === undefined && config.types.includes(kind);
    }
  },
});

/** Reads the identifying values, so that unknown ones are reported. */
function readIdentity(kind: Kind, value: Value): void {
  const { each, inputs } = registry[kind].identity;
  if (each !== undefined) value.get(each).holdsUnknown();
  else for (const name of inputs) value.get(name).holdsUnknown();
}

function urnsOf(resources: readonly PlatformResource[]): ReadonlySet<string> {
  return new Set(resources.map(({ urn }) => urn));
}

function declaredOf({ kind, urn, parents = [], properties }: PlatformResource): Declared {
  return { kind, urn, parents, inputs: Object(properties) };
}
