import * as pulumi from "@pulumi/pulumi";
import { type SettingsSource, settingNamesIn } from "../../client/configured-client.ts";

/** The stack's configuration in the program's process. Secrets are in clear, as requests need them. */
export const stackConfiguration: SettingsSource = {
  get: (key) => pulumi.runtime.getConfig(key),
  names: () => settingNamesIn(pulumi.runtime.allConfig()),
};
