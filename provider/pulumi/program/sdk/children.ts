import * as pulumi from "@pulumi/pulumi";
import { lose } from "./lost.ts";

/** In every release of the SDK, but not in its types: what a component has as children so far. */
interface Inside {
  __childResources?: Iterable<pulumi.Resource>;
  __parentResource?: pulumi.Resource;
}

/** A resource; a component with the resources that are in it by now. Later ones may depend on what is asked for. */
export function withChildren(resource: pulumi.Resource): pulumi.Resource[] {
  if (!pulumi.ComponentResource.isInstance(resource)) return [resource];
  const { __childResources: children } = resource as Inside;
  if (!("__parentResource" in resource)) lose("waits of functions for the resources in a component of `dependsOn`");
  return [resource, ...[...(children ?? [])].flatMap(withChildren)];
}
