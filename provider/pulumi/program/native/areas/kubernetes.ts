import type * as pulumi from "@pulumi/pulumi";
import { addressText, parseAddress } from "../../../../resources/cluster/address.ts";
import { isResourceOf } from "../../resource.ts";
import type { ClusterArgs } from "../../resources/cluster.ts";
import { Cluster as DynamicCluster } from "../../resources/cluster.ts";
import { nativeType } from "../native-type.ts";

export * from "../../areas/kubernetes.ts";

/** {@link DynamicCluster} served by the native provider. */
export class Cluster extends DynamicCluster {
  /** @internal */
  static override readonly isNative = true;
  /** @internal */
  static override readonly __pulumiType = nativeType(DynamicCluster);

  constructor(name: string, args: pulumi.Input<ClusterArgs>, options: pulumi.CustomResourceOptions = {}) {
    // The engine compares this text with the id in state: in another form, it would import the cluster again.
    const id = options.import;
    super(name, args, id === undefined ? options : { ...options, import: addressText(parseAddress(String(id))) });
  }

  /** Reads an existing cluster by `<projectId>/<regionId>/<name>`. The stack does not manage it. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Cluster {
    return new Cluster(name, {} as ClusterArgs, { ...options, id });
  }

  /** Whether a value is a `Cluster`. */
  static override isInstance(value: unknown): value is Cluster {
    return isResourceOf(value, Cluster);
  }
}
