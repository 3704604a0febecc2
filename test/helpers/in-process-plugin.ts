import type { Message } from "google-protobuf";
import { serviceError } from "../../provider/pulumi/native/plugin/errors.ts";
import { keepPlainStructs } from "../../provider/pulumi/native/plugin/plain-structs.ts";
import { ProviderService } from "../../provider/pulumi/native/plugin/provider-service.ts";
import type { Plugin } from "./plugin-process.ts";

let areStructsPlain = false;

/** The native plugin in this process, as one that has just been started: its clock is that of the tests. */
export class InProcessPlugin implements Pick<Plugin, "call"> {
  readonly #service: ProviderService;

  constructor() {
    // Once: messages that are under way are those of the time before.
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

/** What arrives shares nothing with what was sent. */
function asSent(message: Message): Message {
  const { deserializeBinary } = message.constructor as typeof Message;
  return deserializeBinary.call(message.constructor, message.serializeBinary());
}
