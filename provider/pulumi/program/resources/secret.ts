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
 * Every field is updated in place; a request contains only the changed fields. All slots are sent together, so a change of one
 * slot needs the values of all slots. A forced replacement deletes the old secret first. Values are encrypted in state and
 * hidden in output. The platform never returns a value: `pulumi refresh` detects a changed value by its checksum
 * (SHA-256), and the next `pulumi up` restores the declared value.
 *
 * With `writeOnly: true`, values are not stored in state, not even encrypted.
 *
 * The program can omit the values of an imported secret; they then stay unchanged on the platform.
 *
 * *Errors:* check failures at preview for a value out of range, a slot that is declared twice and a missing value. A create
 * fails if a secret with the same name exists. A delete fails while edge apps use the secret.
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

  /** Reads an existing secret by its id. The stack does not manage it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Secret {
    return new Secret(name, {} as SecretArgs, { ...options, id });
  }

  /** Whether a value is a `Secret`. */
  static override isInstance(value: unknown): value is Secret {
    return isResourceOf(value, Secret);
  }
}
