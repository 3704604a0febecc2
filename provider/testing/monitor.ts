import resourceProto from "@pulumi/pulumi/proto/resource_pb.js";
import { urnBelow } from "../pulumi/formats/aliases.ts";
import { bareValue, marked } from "../pulumi/formats/markers.ts";
import { packageOfSdk } from "../pulumi/program/sdk/isolated-run.ts";
import { plain } from "../values/plain.ts";
import type { Properties } from "../values/properties.ts";
import type { Deployment, Registered } from "./engine-model.ts";
import type { DeployOptions, Mocks } from "./options.ts";
import { Stopped } from "./problems.ts";
import { propertiesOf } from "./registration.ts";
import { Transforms } from "./transforms.ts";
import type { StackNames } from "./urns.ts";

type Struct = typeof import("google-protobuf/google/protobuf/struct_pb.js").Struct;
type Answer<T> = (error: object | null, response: T | undefined) => void;

/** gRPC statuses that the SDK knows: the engine is ending, and the call is not implemented. */
const cancelled = 1;
const unimplemented = 12;

/** The engine's features, by the SDK's names. Migrations of states are not among them. */
const features = [
  ...["resourceHooks", "errorHooks"],
  ...["secrets", "resourceReferences", "deletedWith", "replaceWith", "aliasSpecs", "transforms", "invokeTransforms"],
  "parameterization",
];

interface Around {
  names: StackNames;
  deployment: Deployment;
  options: DeployOptions;
  isPreview: boolean;
  /** Called when a component or the stack has registered its outputs. */
  onOutputs: (urn: string, outputs: Properties) => void;
  /** Reports a warning that belongs to no resource. */
  warn: (text: string) => void;
}

/** The engine's resource monitor, to which a program talks, called in the program's process. */
export class Monitor {
  readonly #around: Around;
  readonly #transforms = new Transforms();
  readonly #struct = packageOfSdk<{ Struct: Struct }>("google-protobuf/google/protobuf/struct_pb.js").Struct;
  /** Number of resources that the program has declared. */
  declared = 0;

  constructor(around: Around) {
    this.#around = around;
  }

  close(): void {
    this.#transforms.close();
  }

  supportsFeature(request: resourceProto.SupportsFeatureRequest, answer: Answer<object>): void {
    answer(null, { getHassupport: () => features.includes(request.getId()) });
  }

  /** Unimplemented, so that the SDK asks for each feature. */
  getDeploymentInfo(_request: unknown, answer: Answer<never>): void {
    answer({ code: unimplemented }, undefined);
  }

  registerResource(request: resourceProto.RegisterResourceRequest, answer: Answer<object>): void {
    this.#reply(answer, async () => {
      const registration = await this.#transforms.apply(request);
      if (registration.type !== "pulumi:pulumi:Stack") this.declared++;
      const made = await this.#around.deployment.register(registration);
      this.#transforms.keep(made.urn, registration.parent, request.getTransformsList());
      return this.#response(made);
    });
  }

  registerResourceOutputs(request: resourceProto.RegisterResourceOutputsRequest, answer: Answer<object>): void {
    this.#around.onOutputs(request.getUrn(), propertiesOf(request.getOutputs()));
    answer(null, {});
  }

  readResource(request: resourceProto.ReadResourceRequest, answer: Answer<object>): void {
    this.#reply(answer, async () => {
      const [type, name, id] = [request.getType(), request.getName(), request.getId()];
      const urn = urnBelow(this.#around.names, request.getParent(), type, name);
      const inputs = propertiesOf(request.getProperties());
      const { outputs } =
        type === "pulumi:pulumi:StackReference"
          ? { outputs: this.#stackReference(id) }
          : await this.#around.deployment.read(type, urn, id, inputs, request.getProvider());
      const response = new resourceProto.ReadResourceResponse();
      response.setUrn(urn);
      response.setProperties(this.#struct.fromJavaScript(plain(outputs) as never));
      return response;
    });
  }

  invoke(request: resourceProto.ResourceInvokeRequest, answer: Answer<object>): void {
    this.#reply(answer, async () => {
      const token = request.getTok();
      const inputs = bareValue(propertiesOf(request.getArgs())) as Record<string, unknown>;
      const result = await this.#called(token, inputs, request.getProvider());
      const response = new resourceProto.ResourceInvokeResponse();
      response.setReturn(this.#struct.fromJavaScript(plain(result) as never));
      return response;
    });
  }

  registerStackTransform(request: Parameters<Transforms["addToStack"]>[0], answer: Answer<object>): void {
    this.#transforms.addToStack(request);
    answer(null, {});
  }

  /** Functions of this package send their own requests, which no transform sees in a real run either. */
  registerStackInvokeTransform(_request: unknown, answer: Answer<object>): void {
    answer(null, {});
  }

  registerResourceHook(request: resourceProto.RegisterResourceHookRequest, answer: Answer<object>): void {
    this.#skipHook(request.getName(), answer);
  }

  registerErrorHook(request: { getName(): string }, answer: Answer<object>): void {
    this.#skipHook(request.getName(), answer);
  }

  /** A hook is the program's own code around an operation of a real run: a test calls that code itself. */
  #skipHook(name: string, answer: Answer<object>): void {
    this.#around.warn(`The hook ${name} does not run in a unit test: test its function alone.`);
    answer(null, {});
  }

  registerPackage(_request: unknown, answer: Answer<object>): void {
    answer(null, { getRef: () => "testing" });
  }

  signalAndWaitForShutdown(_request: unknown, answer: Answer<object>): void {
    answer(null, {});
  }

  async #called(token: string, inputs: Record<string, unknown>, provider: string): Promise<object> {
    const { deployment, options } = this.#around;
    if (token === "pulumi:pulumi:getResource") {
      const found = deployment.state.find(({ urn }) => urn === inputs.urn);
      if (found === undefined) throw new Error(`unknown resource ${inputs.urn}`);
      return { urn: found.urn, id: found.id, state: found.outputs };
    }
    if (token.startsWith("cloudplatform:")) return {};
    const call: Mocks["call"] = options.mocks?.call;
    if (call === undefined)
      throw new Error(`Nothing answers ${token} in this test: set mocks.call in the options of deploy.`);
    return call({ token, inputs, provider });
  }

  #stackReference(name: string): Properties {
    const { stacks = {} } = this.#around.options;
    const found = Object.entries(stacks).find(([one]) => one === name || one.endsWith(`/${name}`));
    if (found === undefined)
      throw new Error(`Unknown stack "${name}": give its outputs in stacks of the options of deploy.`);
    const given = Object.entries(found[1]);
    const outputs = given.map(([key, value]) => [key, isSecretOutput(value) ? marked(value.secret) : value]);
    const secretOutputNames = given.filter(([, value]) => isSecretOutput(value)).map(([key]) => key);
    return { name, outputs: Object.fromEntries(outputs), secretOutputNames };
  }

  #response({ urn, id, outputs }: Registered): object {
    const response = new resourceProto.RegisterResourceResponse();
    response.setUrn(urn);
    response.setId(id);
    // The SDK only converts the message of the properties back to values, and writes it to a debug message.
    const properties = plain(outputs);
    return Object.assign(response, { getObject: () => ({ toJavaScript: () => properties }) });
  }

  #reply(answer: Answer<object>, serve: () => Promise<object>): void {
    serve().then(
      (response) => answer(null, response),
      (error: unknown) => {
        // The status with which the engine ends the program's calls: the SDK then reports nothing of its own.
        const ended = error instanceof Stopped;
        const message = ended ? "The deployment has failed." : error instanceof Error ? error.message : String(error);
        answer(Object.assign(new Error(message), { details: message, ...(ended && { code: cancelled }) }), undefined);
      },
    );
  }
}

/** Whether an output of another stack is given as a secret. */
function isSecretOutput(value: unknown): value is { secret: unknown } {
  return value !== null && typeof value === "object" && "secret" in value && Object.keys(value).length === 1;
}
