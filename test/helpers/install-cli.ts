import type { TestProject } from "vitest/node";
import { ensurePulumi } from "../../tools/pulumi.mjs";

/**
 * Installs the Pulumi CLI if it is missing, while tests that do not need it already run. Tests that need it call
 * `ensurePulumi` themselves and wait for this installation.
 */
export default function installCli({ vitest }: TestProject): void {
  const say = (line: string) => vitest.logger.log(line);
  let isMissing = false;
  const log = (line: string) => {
    say(line);
    if (!isMissing) say("Tests that need no CLI run meanwhile; the others wait for it.");
    isMissing = true;
  };
  ensurePulumi({ log }).catch(async (error: Error) => {
    vitest.logger.error(error.message);
    process.exitCode = 1;
    await vitest.cancelCurrentRun("test-failure");
  });
}
