import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStack, type StackOptions, type TestStack } from "../test/helpers/stack.ts";
import { homeWithoutLogs } from "../tools/pulumi-cli/home-without-logs.mjs";

/** How Pulumi runs: as installed, or as docs/performance.md recommends for large states and many small commands. */
export const settings = ["installed", "recommended"] as const;
export type Setting = (typeof settings)[number];

/**
 * Opens a stack whose commands run with a setting, and without the compile cache that this checkout gives to its own commands.
 */
export async function openStackWith(setting: Setting, options: StackOptions): Promise<TestStack> {
  const stack = await openStack(options);
  const home = mkdtempSync(join(tmpdir(), "pulumi-home-"));
  Object.assign(stack.env, { PULUMI_HOME: home, NODE_COMPILE_CACHE: undefined, NODE_OPTIONS: undefined });
  // The stack was selected in the home in which it was created.
  stack.env.PULUMI_STACK = stack.name;
  if (setting === "recommended")
    Object.assign(stack.env, {
      PULUMI_HOME: homeWithoutLogs(home),
      PULUMI_DIY_BACKEND_GZIP: "true",
      NODE_OPTIONS: `--require=${join(stack.folder, "node_modules/@cloudplatform/pulumi/late-modules.cjs")}`,
    });
  const remove = stack.remove.bind(stack);
  stack.remove = async () => {
    await remove();
    rmSync(home, { recursive: true, force: true });
  };
  return stack;
}
