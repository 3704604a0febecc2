import * as pulumi from "@pulumi/pulumi";
import { lose } from "./lost-features.ts";

/** Whether a value of the stack's configuration is secret. The function is in every release of the SDK, but not in its types. */
export function isConfigSecret(key: string): boolean {
  const { isConfigSecret: isSecret } = pulumi.runtime as { isConfigSecret?(key: string): boolean };
  if (typeof isSecret === "function") return isSecret(key);
  lose("the hiding of settings that the stack's configuration marks as secret, but for the API key");
  return false;
}
