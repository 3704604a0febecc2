import type * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../../values/properties.ts";
import { splitHidden } from "../formats/hidden-properties.ts";
import { secretPathsOf } from "./secret-paths.ts";
import { merged } from "./secret-settings.ts";

/** Adds the secrets in a transform's properties to those that the constructor has listed. */
export function withSecretsOf(props: Properties, options: pulumi.CustomResourceOptions): Properties {
  const listed = Promise.resolve(props.__secrets).then((paths) => (Array.isArray(paths) ? paths : []));
  return { ...props, __secrets: merged(secretPathsOf(splitHidden(props).own, options), listed) };
}
