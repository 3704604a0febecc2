import type * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../../values/properties.ts";
import { splitHidden } from "../formats/hidden-properties.ts";
import { secretPathsOf } from "./secret-paths.ts";
import { merged, settingMarksOf } from "./secret-settings.ts";
import { servedBy } from "./served-by.ts";

/** The properties of a transform, with what its secrets and its provider add to the hidden inputs of the constructor. */
export function withHiddenOf(props: Properties, options: pulumi.CustomResourceOptions): Properties {
  const listed = Promise.resolve(props.__secrets).then((paths) => (Array.isArray(paths) ? paths : []));
  const own = merged(secretPathsOf(splitHidden(props).own, options), listed);
  const { provider } = options;
  if (provider === undefined) return { ...props, __secrets: own };
  return { ...props, ...servedBy(provider), __secrets: merged(own, settingMarksOf([], undefined, { provider })) };
}
