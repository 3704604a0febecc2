import * as pulumi from "@pulumi/pulumi";
import { parseUrn } from "../formats/urn.ts";
import { knownValue } from "./sdk/known-value.ts";

/**
 * The URN that the engine will give a resource. It is a string or a bare promise, never an Output: an Output depends on the
 * parent, which the SDK expands to all of the parent's children, so two siblings whose inputs contain such Outputs would wait for
 * each other forever.
 */
export function urnOf(type: string, name: string, parent?: pulumi.Resource): string | Promise<string | undefined> {
  const stack = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}`;
  if (parent === undefined) return `${stack}::${type}::${name}`;
  const urn = knownValue(parent.urn).then((parentUrn) => {
    if (parentUrn === undefined) return undefined;
    const parents = parseUrn(parentUrn).types.join("$");
    return `${stack}::${parents === stackType ? "" : `${parents}$`}${type}::${name}`;
  });
  // The SDK reports a parent that fails; a resource that stops before it reads its inputs must not report it again.
  urn.catch(() => undefined);
  return urn;
}

const stackType = "pulumi:pulumi:Stack";
