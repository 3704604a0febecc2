import { homedir } from "node:os";
import { join } from "node:path";

/** Pulumi's home folder; undefined for a user that has neither a name nor a home folder, as in a container. */
export function pulumiHome({ PULUMI_HOME: given = "" }: NodeJS.ProcessEnv): string | undefined {
  if (given !== "") return given;
  try {
    return join(homedir(), ".pulumi");
  } catch {
    return undefined;
  }
}
