import type * as pulumi from "@pulumi/pulumi";
import { isResourceOf } from "../../resource.ts";
import { type AppTemplateArgs, AppTemplate as DynamicAppTemplate } from "../../resources/app-template.ts";
import { Secret as DynamicSecret, type SecretArgs } from "../../resources/secret.ts";
import { nativeType } from "../native-type.ts";

export * from "../../areas/edge.ts";

/** {@link DynamicAppTemplate} served by the native provider. */
export class AppTemplate extends DynamicAppTemplate {
  /** @internal */
  static override readonly isNative = true;
  /** @internal */
  static override readonly __pulumiType = nativeType(DynamicAppTemplate);

  /** Reads an existing template by its id. The stack does not manage it. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): AppTemplate {
    return new AppTemplate(name, {} as AppTemplateArgs, { ...options, id });
  }

  /** Whether a value is a `AppTemplate`. */
  static override isInstance(value: unknown): value is AppTemplate {
    return isResourceOf(value, AppTemplate);
  }
}

/** {@link DynamicSecret} served by the native provider. */
export class Secret extends DynamicSecret {
  /** @internal */
  static override readonly isNative = true;
  /** @internal */
  static override readonly __pulumiType = nativeType(DynamicSecret);

  /** Reads an existing secret by its id. The stack does not manage it. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Secret {
    return new Secret(name, {} as SecretArgs, { ...options, id });
  }

  /** Whether a value is a `Secret`. */
  static override isInstance(value: unknown): value is Secret {
    return isResourceOf(value, Secret);
  }
}
