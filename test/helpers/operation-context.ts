import { type ClientOptions, Deadline } from "@cloudplatform/pulumi/client";
import type { Context } from "../../provider/engine/handler/handler.ts";
import { contextOf, type Operation } from "../../provider/engine/lifecycle/operation-context.ts";
import { ProcessOwnership } from "../../provider/engine/ownership/ownership.ts";
import { clientOf } from "./platform.ts";

/** Returns a handler's context for an operation on an emulator. Defaults: no deadline, no cancellation, no output. */
export function contextOn(
  emulator: { url: string },
  given: Partial<Operation> = {},
  options: ClientOptions = {},
): Context {
  return contextOf(clientOf(emulator, options), {
    ...{ urn: "urn:pulumi:test::harness::cloudplatform::one", name: "one" },
    ...{ signal: new AbortController().signal, deadline: Deadline.never },
    ...{ progress: () => undefined, warn: () => undefined, ownership: new ProcessOwnership() },
    ...given,
  });
}
