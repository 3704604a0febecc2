import { isDeepStrictEqual } from "node:util";
import type { Metadata } from "@grpc/grpc-js";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import statusProto from "@pulumi/pulumi/proto/status_pb.js";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { resourceTypes } from "../../provider/pulumi/native/plugin/resources.ts";
import { readProperties, structOf } from "../../provider/pulumi/native/plugin/wire-properties.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { attempted, type OnError } from "./attempts.ts";
import type { Harness, StateOfHarness } from "./harness.ts";
import type { Plugin } from "./plugin-process.ts";

type Caller = Pick<Plugin, "call">;

/** The settings with which each plugin was last configured. */
const configured = new WeakMap<Caller, Properties>();

/** Drives a resource of the native plugin as the engine does, over gRPC or in this process: the counterpart of `EngineHarness`. */
export class NativeHarness implements Harness {
  readonly #plugin: Caller;
  readonly #settings: Properties;
  readonly urn: string;
  /** The state that the engine would keep, including secret markers. */
  state: StateOfHarness | undefined;
  halfMade = false;
  /** `customTimeouts` of each operation, in seconds. */
  timeoutSeconds = 0;
  ignoreChanges: string[] = [];
  onError: OnError = () => false;
  /** Whether the last read returned inputs. */
  namedInputs = false;

  constructor(
    plugin: Caller,
    handler: AnyHandler,
    platform: { url: string },
    name = "one",
    settings: Record<string, string> = {},
  ) {
    const token = resourceTypes.find((type) => type.handler.noun === handler.noun)?.token;
    this.#plugin = plugin;
    const own = Object.entries(settings).map(([key, value]) => [key.replace("cloudplatform:", ""), value]);
    this.#settings = { baseUrl: platform.url, apiKey: "local", ...Object.fromEntries(own) };
    this.urn = name.startsWith("urn:") ? name : `urn:pulumi:test::harness::${token}::${name}`;
  }

  async check(inputs: object): Promise<{ inputs: Properties; failures: { property: string; reason: string }[] }> {
    const request = new providerProto.CheckRequest().setUrn(this.urn).setNews(structOf(inputs));
    const response = await this.#call<providerProto.CheckResponse>(
      "check",
      request.setOlds(structOf(this.state?.inputs ?? {})),
    );
    const failures = response
      .getFailuresList()
      .map((one) => ({ property: one.getProperty(), reason: one.getReason() }));
    return { inputs: readProperties(response.getInputs()).raw, failures };
  }

  /** Diffs checked inputs against the resource in state. */
  async diff(checked: Properties): Promise<providerProto.DiffResponse> {
    const { id, inputs, outputs } = this.#known();
    const request = new providerProto.DiffRequest().setId(id).setUrn(this.urn).setIgnorechangesList(this.ignoreChanges);
    return this.#call(
      "diff",
      request.setOlds(structOf(outputs)).setOldInputs(structOf(inputs)).setNews(structOf(checked)),
    );
  }

  async preview(inputs: object): Promise<"create" | "same" | "update" | "replace"> {
    const checked = await this.check(withoutAdoption(inputs));
    if (checked.failures.length > 0)
      throw new Error(checked.failures.map(({ property, reason }) => `${property} ${reason}`.trim()).join("\n"));
    if (this.state === undefined) return "create";
    const response = await this.diff(checked.inputs);
    if (response.getChanges() === providerProto.DiffResponse.DiffChanges.DIFF_NONE) return "same";
    return response.getReplacesList().length > 0 ? "replace" : "update";
  }

  async up(inputs: object): Promise<void> {
    const adopted = "__adopt" in inputs ? String(inputs.__adopt) : undefined;
    if (adopted !== undefined && this.state === undefined) await this.import(adopted);
    const step = await this.preview(inputs);
    const checked = (await this.check(withoutAdoption(inputs))).inputs;
    if (step === "same" && !this.halfMade) {
      if (this.state !== undefined) this.state.inputs = checked;
      return;
    }
    if (step === "replace") await this.destroy();
    try {
      if (this.state === undefined)
        this.state = await attempted(() => this.#create(checked), {
          onError: this.onError,
          isPartial: (error) => partialOf(error) !== undefined,
        });
      else this.state = { ...this.state, inputs: checked, outputs: await this.#update(checked) };
      this.halfMade = false;
    } catch (error) {
      const partial = partialOf(error);
      if (partial !== undefined) {
        this.halfMade = true;
        this.state = { id: partial.getId(), inputs: checked, outputs: readProperties(partial.getProperties()).raw };
      }
      throw error;
    }
  }

  /** Imports an object, as the option `import` and `pulumi import` do. */
  async import(id: string): Promise<void> {
    const response = await this.#read(new providerProto.ReadRequest().setId(id));
    if (response === undefined) throw new Error(`There is no ${id}.`);
  }

  async refresh(): Promise<boolean> {
    if (this.state === undefined) return false;
    const { id, inputs, outputs } = this.state;
    this.halfMade = false;
    const request = new providerProto.ReadRequest().setId(id);
    return (await this.#read(request.setProperties(structOf(outputs)).setInputs(structOf(inputs)))) !== undefined;
  }

  async destroy(): Promise<void> {
    if (this.state === undefined) return;
    const { id, inputs, outputs } = this.state;
    const request = new providerProto.DeleteRequest().setId(id).setUrn(this.urn).setTimeout(this.timeoutSeconds);
    await this.#call("delete", request.setProperties(structOf(outputs)).setOldInputs(structOf(inputs)));
    this.state = undefined;
  }

  async previewOfCreate(inputs: object): Promise<Properties> {
    const checked = (await this.check(inputs)).inputs;
    const request = new providerProto.CreateRequest().setUrn(this.urn).setPreview(true);
    const response = await this.#call<providerProto.CreateResponse>("create", request.setProperties(structOf(checked)));
    return readProperties(response.getProperties()).raw;
  }

  async previewOfUpdate(inputs: object): Promise<Properties> {
    const checked = (await this.check(inputs)).inputs;
    const { id, inputs: before, outputs } = this.#known();
    const request = new providerProto.UpdateRequest().setId(id).setUrn(this.urn).setPreview(true);
    request.setOlds(structOf(outputs)).setOldInputs(structOf(before)).setNews(structOf(checked));
    return readProperties((await this.#call<providerProto.UpdateResponse>("update", request)).getProperties()).raw;
  }

  async #create(checked: Properties): Promise<StateOfHarness> {
    const request = new providerProto.CreateRequest().setUrn(this.urn).setTimeout(this.timeoutSeconds);
    const made = await this.#call<providerProto.CreateResponse>("create", request.setProperties(structOf(checked)));
    return { id: made.getId(), inputs: checked, outputs: readProperties(made.getProperties()).raw };
  }

  async #update(checked: Properties): Promise<Properties> {
    const { id, inputs, outputs } = this.#known();
    const request = new providerProto.UpdateRequest().setId(id).setUrn(this.urn).setTimeout(this.timeoutSeconds);
    request.setOlds(structOf(outputs)).setOldInputs(structOf(inputs)).setNews(structOf(checked));
    const updated = await this.#call<providerProto.UpdateResponse>("update", request);
    return readProperties(updated.getProperties()).raw;
  }

  async #read(request: providerProto.ReadRequest): Promise<StateOfHarness | undefined> {
    const response = await this.#call<providerProto.ReadResponse>("read", request.setUrn(this.urn));
    // If a read returns no inputs, the engine keeps those in state.
    const inputs = response.hasInputs() ? response.getInputs() : request.getInputs();
    this.namedInputs = response.hasInputs();
    this.state =
      response.getId() === ""
        ? undefined
        : {
            id: response.getId(),
            inputs: readProperties(inputs).raw,
            outputs: readProperties(response.getProperties()).raw,
          };
    return this.state;
  }

  #known(): StateOfHarness {
    if (this.state === undefined) throw new Error(`${this.urn} is not in state.`);
    return this.state;
  }

  async #call<Response>(method: string, request: unknown): Promise<Response> {
    if (!isDeepStrictEqual(configured.get(this.#plugin), this.#settings)) {
      configured.set(this.#plugin, this.#settings);
      await this.#plugin.call("configure", new providerProto.ConfigureRequest().setArgs(structOf(this.#settings)));
    }
    return this.#plugin.call(method, request);
  }
}

/** Returns the partial state that an error carries. */
export function partialOf(error: unknown): providerProto.ErrorResourceInitFailed | undefined {
  const { metadata } = error as { metadata?: Metadata };
  const [packed] = metadata?.get("grpc-status-details-bin") ?? [];
  if (packed === undefined) return undefined;
  const [detail] = statusProto.Status.deserializeBinary(packed as Buffer).getDetailsList();
  return detail && providerProto.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
}

function withoutAdoption(inputs: object): object {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== "__adopt"));
}
