import type * as pulumi from "@pulumi/pulumi";
import { tokenOf } from "../../../engine/handler/definition.ts";
import { secretDefinition } from "../../../resources/secret/definition.ts";
import type { SecretInputs, SecretOutputs } from "../../../types/edge.ts";
import type { Args, Outputs } from "../input.ts";
import { CloudResource, isResourceOf, type ResourceKind } from "../resource.ts";

export type { SecretInputs };

/** Arguments of {@link Secret}. */
export type SecretArgs = Args<SecretInputs>;

/** Names are unique: a forced replacement can only create the new secret when the old one is gone. */
const kind: ResourceKind = {
  ...secretDefinition,
  deletesBeforeReplace: () => true,
};

// Its outputs, with the documentation of their schema.
export interface Secret extends Outputs<SecretOutputs> {}

/**
 * A secret of edge apps: a name with one or more values, each with an effective-from time.
 *
 * Everything is updated in place; a request contains only the fields that change. Slots are sent together, so changing
 * one needs the values of all. A forced replacement deletes the old secret first. Values are encrypted in state and
 * hidden in output. The platform never returns a value; `pulumi refresh` detects a changed value by its checksum
 * (SHA-256), and the next `pulumi up` restores it.
 *
 * With `writeOnly: true`, values are not stored in state, not even encrypted.
 *
 * An imported secret may omit its values: they stay as they are on the platform.
 *
 * *Errors:* check failures at preview for each bound, for a slot that is declared twice and for a missing value. A create
 * fails if a secret of the same name exists. A secret that apps use cannot be deleted.
 *
 * *Source:* platform-api §2.10, §4 #12; companion §5.1, §5.2.
 *
 * @example
 * ```ts
 * import { edge } from "@cloudplatform/pulumi";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * export const token = new edge.Secret("token", {
 *   name: "upstream-token",
 *   comment: "Token of the upstream API",
 *   secretSlots: [{ slot: 0, value: new pulumi.Config().requireSecret("upstreamToken") }],
 * });
 * ```
 */
export class Secret extends CloudResource {
  /** @internal */
  static readonly __pulumiType = tokenOf(kind);

  constructor(name: string, args: pulumi.Input<SecretArgs>, options?: pulumi.CustomResourceOptions) {
    super(kind, name, args, options);
  }

  /** Reads a secret that exists, by its id; it is not managed by this stack. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Secret {
    return new Secret(name, {} as SecretArgs, { ...options, id });
  }

  /** Whether a value is a secret of edge apps. */
  static override isInstance(value: unknown): value is Secret {
    return isResourceOf(value, Secret);
  }
}
