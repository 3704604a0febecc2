import * as pulumi from "@pulumi/pulumi";
import { lose } from "./lost-features.ts";

/** In every release of the SDK, but not in its types: the children of a component so far. */
interface Inside {
  __childResources?: Iterable<pulumi.Resource>;
  __parentResource?: pulumi.Resource;
}

/** Returns a resource, and for a component the resources in it so far. Later ones may depend on the caller's result. */
export function withChildren(resource: pulumi.Resource): pulumi.Resource[] {
  if (!pulumi.ComponentResource.isInstance(resource)) return [resource];
  const { __childResources: children } = resource as Inside;
  if (!("__parentResource" in resource)) lose("waits of functions for the resources in a component of `dependsOn`");
  return [resource, ...[...(children ?? [])].flatMap(withChildren)];
}
