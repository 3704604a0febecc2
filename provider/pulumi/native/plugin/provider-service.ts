import { isDeepStrictEqual } from "node:util";
import providerProto from "@pulumi/pulumi/proto/provider_pb.js";
import { z } from "zod";
import { providerConfiguration } from "../../../client/configured-client.ts";
import { setEngineAddress } from "../../../engine/backend/engine-address.ts";
import type { CheckFailure } from "../../../engine/handler/handler.ts";
import { showInfo } from "../../../engine/lifecycle/progress.ts";
import { ProcessOwnership } from "../../../engine/ownership/ownership.ts";
import { codedText } from "../../../errors/index.ts";
import type { Properties } from "../../../values/properties.ts";
import { callOf, type EngineRequest } from "../../formats/engine-request.ts";
import { announceToken } from "../../formats/type-token.ts";
import { nameOfUrn, typeOfUrn } from "../../formats/urn.ts";
import {
  type Configuration,
  changedSettings,
  checkConfiguration,
  configurationOf,
  secretSettingsAmong,
} from "./configuration.ts";
import type { DiffKind } from "./detailed-diff.ts";
import { NotFoundError, withPartialState } from "./errors.ts";
import { ObjectLists } from "./list.ts";
import { answerLookup } from "./lookups.ts";
import { type Call, type Existing, NativeResource } from "./resource.ts";
import { resourceTypes } from "./resources.ts";
import { readProperties, structOf } from "./wire-properties.ts";

const { DIFF_NONE, DIFF_SOME } = providerProto.DiffResponse.DiffChanges;
const { Kind } = providerProto.PropertyDiff;

const kinds: Readonly<Record<DiffKind, providerProto.PropertyDiff.Kind>> = {
  add: Kind.ADD,
  delete: Kind.DELETE,
  update: Kind.UPDATE,
  "add-replace": Kind.ADD_REPLACE,
  "delete-replace": Kind.DELETE_REPLACE,
  "update-replace": Kind.UPDATE_REPLACE,
};

/** The calls of `pulumirpc.ResourceProvider`, from request message to response message. */
export class ProviderService {
  readonly #schema: object;
  readonly #resources = new Map<string, NativeResource>();
  #configuration: Configuration = {};
  /** Names of secret settings. */
  #secretSettings: readonly string[] = [];
  #lists: ObjectLists | undefined;
  /** Aborted when the engine cancels. */
  #cancellation = new AbortController();

  constructor(schema: object) {
    this.#schema = schema;
    this.#serve({});
  }

  handshake(request: providerProto.ProviderHandshakeRequest) {
    this.attach(request.getEngineAddress());
    return new providerProto.ProviderHandshakeResponse().setAcceptSecrets(true);
  }

  /**
   * Called when an engine starts to use the plugin. A plugin that was started by hand serves many engines, one after the other.
   */
  attach(address: string): void {
    setEngineAddress(address);
    if (this.#cancellation.signal.aborted) this.#cancellation = new AbortController();
  }

  getSchema() {
    return new providerProto.GetSchemaResponse().setSchema(JSON.stringify(this.#schema));
  }

  checkConfig(request: providerProto.CheckRequest) {
    const news = readProperties(request.getNews());
    const { inputs, failures } = checkConfiguration(news);
    return checkResponse(inputs, failures);
  }

  /** Another account or platform changes no resource: only the user can say which object belongs to which account. */
  diffConfig(request: providerProto.DiffRequest) {
    const olds = readProperties(request.getOldInputs() ?? request.getOlds()).plain;
    const changed = changedSettings(olds, readProperties(request.getNews()).plain);
    const response = new providerProto.DiffResponse().setChanges(changed.length === 0 ? DIFF_NONE : DIFF_SOME);
    return response.setDiffsList(changed);
  }

  configure(request: providerProto.ConfigureRequest) {
    const args = readProperties(request.getArgs());
    const servedBy = nameOfUrn(request.getUrn?.() ?? "") || undefined;
    this.#serve(configurationOf(args.plain), { secret: secretSettingsAmong(args.secretPaths), servedBy });
    return new providerProto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
  }

  async check(request: providerProto.CheckRequest) {
    const [olds, news] = [readProperties(request.getOlds()), readProperties(request.getNews())];
    const { inputs, failures } = await this.#resource(request).check(this.#call(request), olds, news);
    return checkResponse(inputs, failures);
  }

  async diff(request: providerProto.DiffRequest) {
    const resource = this.#resource(request);
    const news = readProperties(request.getNews());
    const ignored = request.getIgnorechangesList();
    const result = await resource.diff(this.#call(request), existing(request, request.getOlds()), news, ignored);
    const response = new providerProto.DiffResponse()
      .setChanges(result.changes ? DIFF_SOME : DIFF_NONE)
      .setReplacesList(result.replaces)
      .setDeletebeforereplace(result.deleteBeforeReplace)
      .setStablesList([...resource.type.stables])
      .setDiffsList([...new Set([...result.details.keys()].map((path) => path.split(/[.[]/, 1)[0] ?? path))])
      .setHasdetaileddiff(result.details.size > 0);
    for (const [path, kind] of result.details)
      response.getDetaileddiffMap().set(path, new providerProto.PropertyDiff().setKind(kinds[kind]).setInputdiff(true));
    return response;
  }

  async create(request: providerProto.CreateRequest) {
    const resource = this.#resource(request);
    const news = readProperties(request.getProperties());
    const made = await withPartialState(
      () => resource.create(this.#call(request), news, request.getPreview()),
      (made) => resource.outputs(made, news),
    );
    return new providerProto.CreateResponse().setId(made.id).setProperties(structOf(made.properties));
  }

  async update(request: providerProto.UpdateRequest) {
    const resource = this.#resource(request);
    const news = readProperties(request.getNews());
    const outputs = await withPartialState(
      () => resource.update(this.#call(request), existing(request, request.getOlds()), news, request.getPreview()),
      (made) => resource.outputs(made, news),
    );
    return new providerProto.UpdateResponse().setProperties(structOf(outputs));
  }

  async read(request: providerProto.ReadRequest) {
    const state = readProperties(request.getProperties());
    const inputs = readProperties(request.getInputs());
    // The engine sends inputs with every read except that of an import.
    const stored = { id: request.getId(), state, inputs, isImport: !request.hasInputs() };
    const found = await this.#resource(request).read(this.#call(request), stored);
    const response = new providerProto.ReadResponse();
    if (found === undefined) return response;
    response.setId(String(found.id)).setProperties(structOf(found.properties));
    // A refresh finds most objects unchanged, and the engine keeps the inputs in state if a read returns none.
    const isInState = request.hasInputs() && isDeepStrictEqual(found.inputs, inputs.raw);
    return isInState ? response : response.setInputs(structOf(found.inputs));
  }

  async delete(request: providerProto.DeleteRequest) {
    await this.#resource(request).delete(this.#call(request), existing(request, request.getProperties()));
  }

  async invoke(request: providerProto.InvokeRequest) {
    const context = {
      ...{ configuration: this.#configuration, secretSettings: this.#secretSettings },
      ...{ isPreview: request.getPreview(), signal: this.#cancellation.signal },
    };
    const args = readProperties(request.getArgs()).plain;
    if (request.getTok() === announceToken) return this.#announce(args);
    const { response: answer, problems = [] } = await answerLookup(request.getTok(), args, context);
    const response = new providerProto.InvokeResponse();
    if (answer !== undefined) response.setReturn(structOf(answer));
    return response.setFailuresList(problems.map((reason) => failureOf({ property: "", reason })));
  }

  /** Lists objects that can be imported, one page at a time. */
  async list(request: providerProto.ListRequest) {
    const { type } = this.#resourceOf(request.getToken());
    const page = await this.#listed().page(type.name, {
      query: readProperties(request.getQuery()).plain,
      ...{ limit: request.getLimit(), pageSize: request.getPageSize() },
      continuationToken: request.getContinuationToken(),
    });
    const { ListResponse } = providerProto;
    if (page === undefined) return [new ListResponse().setComputed(new ListResponse.Computed())];
    for (const text of page.skipped) showInfo("", text);
    const messages = page.objects.map(({ id, name }) =>
      new ListResponse().setResult(new ListResponse.Result().setId(id).setName(name)),
    );
    const { continuationToken } = page;
    if (continuationToken === undefined) return messages;
    const next = new ListResponse.Continuation().setContinuationToken(continuationToken);
    return [...messages, new ListResponse().setContinuation(next)];
  }

  #listed(): ObjectLists {
    this.#lists ??= new ObjectLists(sourceOf(this.#configuration), this.#cancellation.signal);
    return this.#lists;
  }

  #announce(args: Properties) {
    const { urn, secretPaths } = announcement.parse(args);
    this.#resource(urn).announce(urn, secretPaths);
    return new providerProto.InvokeResponse();
  }

  /** Called on Ctrl-C: operations in progress end as soon as they can, with their state. */
  cancel() {
    this.#cancellation.abort();
  }

  #serve(
    configuration: Configuration,
    { secret = [], servedBy }: { secret?: readonly string[]; servedBy?: string | undefined } = {},
  ): void {
    this.#configuration = configuration;
    this.#secretSettings = secret;
    this.#lists = undefined;
    const shared = {
      configuration: sourceOf(configuration),
      secretSettings: secret,
      ownership: new ProcessOwnership(),
      servedBy,
    };
    for (const type of resourceTypes) this.#resources.set(type.token, new NativeResource(type, shared));
  }

  #call(request: EngineRequest): Call {
    return { ...callOf(request), signal: this.#cancellation.signal };
  }

  /** Engines before 3.140 send no type. */
  #resource(request: string | { getUrn(): string; getType(): string }): NativeResource {
    const [urn, type] = typeof request === "string" ? [request, ""] : [request.getUrn(), request.getType()];
    return this.#resourceOf(type || typeOfUrn(urn));
  }

  #resourceOf(token: string): NativeResource {
    const resource = this.#resources.get(token);
    if (resource === undefined) throw new NotFoundError(`The provider cloudplatform has no resource type ${token}.`);
    return resource;
  }
}

function sourceOf(configuration: Configuration) {
  const given = { get: (key: string) => configuration[key], rawConfig: configuration };
  return providerConfiguration(given);
}

const announcement = z.object({ urn: z.string(), secretPaths: z.array(z.string()) });

type Struct = ReturnType<providerProto.DiffRequest["getOlds"]>;

function existing(request: { getId(): string; getOldInputs(): Struct }, state: Struct): Existing {
  return { id: request.getId(), state: readProperties(state), inputs: readProperties(request.getOldInputs()) };
}

function checkResponse(inputs: object, failures: readonly ShownFailure[]) {
  return new providerProto.CheckResponse().setInputs(structOf(inputs)).setFailuresList(failures.map(failureOf));
}

/** A failure of a configuration still needs its code; that of a resource already shows it. */
type ShownFailure = Omit<CheckFailure, "code"> & Partial<Pick<CheckFailure, "code">>;

function failureOf({ property, reason, code }: ShownFailure) {
  return new providerProto.CheckFailure().setProperty(property).setReason(codedText(reason, code));
}
