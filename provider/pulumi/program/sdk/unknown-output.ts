import * as pulumi from "@pulumi/pulumi";
import { lose } from "./lost-features.ts";

/** The value that makes an Output unknown when an `apply` returns it. In every release of the SDK, but not in its types. */
export function unknownOutput(): unknown {
  const { unknown } = pulumi as { unknown?: unknown };
  if (unknown === undefined)
    lose("previews of functions whose `dependsOn` names an unfinished resource: they fail until the next up");
  return unknown;
}
