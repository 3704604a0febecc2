import * as pulumi from "@pulumi/pulumi";

/**
 * The URN that the engine is going to give a resource. It is a string or a bare promise, never an Output: an Output
 * depends on the parent, which the SDK expands to all of the parent's children, so that two siblings whose inputs
 * hold such Outputs wait for each other for ever.
 */
export function urnOf(type: string, name: string, parent?: pulumi.Resource): string | Promise<string | undefined> {
  const stack = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}`;
  if (parent === undefined) return `${stack}::${type}::${name}`;
  const urn = promiseOf(parent.urn).then((parentUrn) => {
    if (parentUrn === undefined) return undefined;
    const parents = typeOf(parentUrn);
    return `${stack}::${parents === stackType ? "" : `${parents}$`}${type}::${name}`;
  });
  // The SDK reports a parent that fails; a resource that stops before it reads its inputs must not report it once more.
  urn.catch(() => undefined);
  return urn;
}

const stackType = "pulumi:pulumi:Stack";

/** Type of a resource with the types of its parents: `my:index:Site$my:index:Cache`. */
function typeOf(urn: string): string {
  return urn.split("::")[2] ?? "";
}

/** Name of a resource in the program. It may hold `::` itself. */
export function nameOfUrn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The value of an Output without its dependencies. The method is in every release of the SDK, but not in its types. */
export function promiseOf<T>(output: pulumi.Output<T>): Promise<T | undefined> {
  return (output as unknown as { promise(): Promise<T | undefined> }).promise();
}
