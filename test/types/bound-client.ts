import { type Client, Deadline } from "@cloudplatform/pulumi/client";
import { endpoints } from "../../provider/api/index.ts";
import { contextOf } from "../../provider/engine/lifecycle/operation-context.ts";

// What does not compile: a request that belongs to no operation, and an operation that nothing ends. The compiler fails on an
// expectation that is not met.

declare const client: Client;
const subject = "urn:pulumi:test::types::cloudplatform::one";
const { signal } = new AbortController();
const silent = { name: "one", progress: () => undefined, warn: () => undefined };

// @ts-expect-error: a client that is bound to no operation sends nothing.
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
