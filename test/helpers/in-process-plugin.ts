import type { Message } from "google-protobuf";
import { serviceError } from "../../provider/pulumi/native/plugin/errors.ts";
import { keepPlainStructs } from "../../provider/pulumi/native/plugin/plain-structs.ts";
import { ProviderService } from "../../provider/pulumi/native/plugin/provider-service.ts";
import type { Plugin } from "./plugin-process.ts";

let areStructsPlain = false;

/** A freshly started native plugin that runs in this process and uses the test clock. */
export class InProcessPlugin implements Pick<Plugin, "call"> {
  readonly #service: ProviderService;

  constructor() {
    // Only once per process: messages in flight still have the earlier representation.
    if (!areStructsPlain) keepPlainStructs();
    areStructsPlain = true;
    this.#service = new ProviderService({});
  }

  async call<Request, Response>(method: string, request: Request): Promise<Response> {
    const methods = this.#service as unknown as Record<string, (request: Message) => Promise<Message | undefined>>;
    try {
      const response = await methods[method]?.call(this.#service, asSent(request as Message));
      return (response && asSent(response)) as Response;
    } catch (error) {
      const { details, ...sent } = serviceError(error);
      throw Object.assign(new Error(details), sent);
    }
  }

  /** Ctrl-C. */
  cancel(): void {
    this.#service.cancel();
  }
}

/** Copies a message by serializing it: the receiver shares no objects with the sender. */
function asSent(message: Message): Message {
  const { deserializeBinary } = message.constructor as typeof Message;
  return deserializeBinary.call(message.constructor, message.serializeBinary());
}
