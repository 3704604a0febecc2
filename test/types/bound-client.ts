import { type Client, Deadline } from "@cloudplatform/pulumi/client";
import { endpoints } from "../../provider/api/index.ts";
import { contextOf } from "../../provider/engine/lifecycle/operation-context.ts";

// A request without an operation, and an operation without a deadline or signal, must not compile. The compiler fails on an
// expected error that does not occur.

declare const client: Client;
const subject = "urn:pulumi:test::types::cloudplatform::one";
const { signal } = new AbortController();
const silent = { name: "one", progress: () => undefined, warn: () => undefined };

// @ts-expect-error: a client that is not bound to an operation.
client.call(endpoints["ruleTemplates.list"], {});
// @ts-expect-error: no signal.
client.bind({ subject, deadline: Deadline.never });
// @ts-expect-error: no deadline.
client.bind({ subject, signal });
// @ts-expect-error: no resource.
client.bind({ signal, deadline: Deadline.never });
// @ts-expect-error: a handler's context without a signal.
contextOf(client, { ...silent, urn: subject, deadline: Deadline.never });
// @ts-expect-error: a handler's context without a deadline.
contextOf(client, { ...silent, urn: subject, signal });

client.bind({ subject, signal, deadline: Deadline.never }).call(endpoints["ruleTemplates.list"], {});
