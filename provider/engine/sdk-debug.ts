import * as pulumi from "@pulumi/pulumi";

/** Logs a debug message. */
type Debug = (message: string, ...rest: unknown[]) => Promise<void>;

/** What the SDK logs of every request to the engine and its response, in the SDK's words. */
const ofRequests =
  /^((\w+ )+RPC (prepared|finished|serialization requested)|(Registering|Reading) resource|(Invoking|Calling) function): /;

/** Set to true, the SDK logs its requests and responses. */
const requested = process.env.CLOUDPLATFORM_SDK_DEBUG === "true";

/**
 * Withholds the debug messages of the SDK about its requests: they hold the engine's responses, secrets in clear, and every event
 * log has them, also that of a run without `--debug`. They are sent one after the other, four for each resource: a fifth
 * of the time of an unchanged update. Messages of the program itself are logged as ever.
 */
export function withholdRequests(): void {
  const log = pulumi.log as { debug: Debug & { [withheld]?: true } };
  const { debug } = log;
  // A later SDK may not let it be replaced.
  if (requested || debug[withheld] === true || !Object.getOwnPropertyDescriptor(log, "debug")?.writable) return;
  log.debug = Object.assign(
    (...args: Parameters<Debug>) => (ofRequests.test(args[0]) ? Promise.resolve() : debug(...args)),
    { [withheld]: true as const },
  );
}

const withheld = Symbol.for("@cloudplatform/pulumi/sdk-debug");
