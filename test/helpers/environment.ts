import { fileURLToPath } from "node:url";

const lateModules = fileURLToPath(import.meta.resolve("@cloudplatform/pulumi/late-modules.cjs"));
const preload = `--require ${JSON.stringify(lateModules)}`;

/** Prepares the environment of the test workers, which the processes that they start inherit. */
export function prepareEnvironment(): void {
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload].filter(Boolean).join(" ");
  // The folder that tools/pulumi.mjs gives to the CLI: hundreds of processes compile the same modules.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../../node_modules/.cache/node-compile", import.meta.url));
  // A command of the CLI lives for a second and collects little.
  process.env.GOGC ??= "400";
}

/** The environment for commands that must run as they do for users. */
export function withoutPreload(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_OPTIONS: process.env.NODE_OPTIONS?.replace(preload, "").trim() || undefined };
}
