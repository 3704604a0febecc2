import * as pulumi from "@pulumi/pulumi";
import { lose } from "./lost-features.ts";

/** Logs a debug message. */
type Debug = (message: string, ...rest: unknown[]) => Promise<void>;

/**
 * The SDK's messages about a request for a resource, provider or function of ours: the type token follows the SDK's words
 * directly, or the resource's name. Of the providers of dynamic resources, only ours have settings.
 */
const ofOurRequests =
  /^(?:(?:\w+ )+RPC (?:prepared|finished|failed|serialization requested)|(?:Registering|Reading) resource|(?:Invoking|Calling) function): (?:id=[^,]*, )?(?:t=|tok=|resource:(?:(?! is behind |[;{]).)*?\[)(?:pulumi-nodejs:dynamic\/cloudplatform\/\w+:|cloudplatform:\w+:|pulumi:providers:(?:pulumi-nodejs|cloudplatform)\b)/;

/** If true, the SDK logs its requests and responses. */
const requested = process.env.CLOUDPLATFORM_SDK_DEBUG === "true";

/**
 * Suppresses the SDK's debug messages about requests for resources of this package. They contain the engine's responses, with
 * secrets in clear, and every event log has them, even without `--debug`. They are sent one after the other, four per resource: a
 * fifth of the time of an unchanged update. Messages about other resources, and those of the program, are logged as usual.
 */
export function withholdRequests(): void {
  const log = pulumi.log as { debug: Debug & { [withheld]?: true } };
  const { debug } = log;
  if (requested || debug[withheld] === true) return;
  if (!Object.getOwnPropertyDescriptor(log, "debug")?.writable) {
    lose("the withholding of the SDK's debug messages, which hold secrets in clear and take a fifth of an update");
    return;
  }
  log.debug = Object.assign(
    (...args: Parameters<Debug>) => (ofOurRequests.test(args[0]) ? Promise.resolve() : debug(...args)),
    { [withheld]: true as const },
  );
}

const withheld = Symbol.for("@cloudplatform/pulumi/sdk-debug");
