import * as pulumi from "@pulumi/pulumi";
import { announceToken } from "../formats/type-token.ts";

type Later<T> = T | Promise<T>;
type DependsOn = pulumi.CustomResourceOptions["dependsOn"];

/** A native resource that the engine imports. */
interface Imported {
  urn: Later<string | undefined>;
  /** Paths of its secret inputs. */
  secretPaths: Later<string[] | undefined>;
  options: pulumi.CustomResourceOptions;
}

/**
 * Returns the dependencies of an import, which include an announcement: the native provider must know which inputs the program
 * marks as secret. The engine reads an imported object before it shows the provider any input, and writes the result into the
 * state and on the screen.
 */
export function afterAnnouncement({ urn, secretPaths, options }: Imported): DependsOn {
  const { parent, provider, dependsOn } = options;
  const announced = async () => {
    const paths = (await secretPaths) ?? [];
    const target: pulumi.InvokeOptions = {
      ...(parent !== undefined && { parent }),
      ...(provider !== undefined && { provider }),
    };
    if (paths.length > 0) await pulumi.runtime.invoke(announceToken, { urn: await urn, secretPaths: paths }, target);
    return (await dependsOn) ?? [];
  };
  return announced() as DependsOn;
}
