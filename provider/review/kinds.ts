/** Types of the platform's provider: as dynamic resources and as resources of the plugin. */
const ownTypes = /^(?:pulumi-nodejs:dynamic\/cloudplatform\/|cloudplatform:)(\w+:\w+)$/;

/** `kubernetes:Cluster` for a type of ours; undefined for others. */
export function ownKind(type: string): string | undefined {
  return ownTypes.exec(type)?.[1];
}

/** The engine's own bookkeeping: the stack, providers and components are no objects of a platform. */
export function isBookkeeping(type: string): boolean {
  return type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:");
}

/** Name of a resource in the program. It may hold `::` itself. */
export function nameOfUrn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** Name of what a step is about: of a resource, or of one object of it. */
export function nameOfStep({ name, urn }: { name?: string | undefined; urn: string }): string {
  return name ?? nameOfUrn(urn);
}

/** Type of a resource, without those of its parents. */
export function typeOfUrn(urn: string): string {
  return (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";
}

/** Stack and project of a URN. */
export function stackOfUrn(urn: string): { stack: string; project: string } {
  const [stack = "", project = ""] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack, project };
}
