import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { type ResourceDefinition, tokenOf } from "../../engine/handler/definition.ts";
import { codedText } from "../../errors/index.ts";
import {
  child,
  fieldNames,
  isOptional,
  mapWithSchema,
  metadataOf,
  oncePerSchema,
  shapeOf,
  unknownKeyText,
  unwrap,
  userSchema,
} from "../../schema/index.ts";
import { loaderText } from "../formats/loader-text.ts";
import { nativeToken } from "../formats/type-token.ts";
import { noteAdoption } from "./adoptions.ts";
import { afterAnnouncement } from "./import-secrets.ts";
import { withholdRequests } from "./sdk/debug-messages.ts";
import { warnOfLost } from "./sdk/lost-features.ts";
import { takeNoPromiseTraces } from "./sdk/promise-traces.ts";
import { recordProgramPosition } from "./sdk/source-position.ts";
import { watchTransforms, withHiddenOfTransformations } from "./sdk/transforms.ts";
import { isLater, secretPathsOf } from "./secret-paths.ts";
import { merged, settingMarksOf } from "./secret-settings.ts";
import { servedBy } from "./served-by.ts";
import { withHiddenOf } from "./transformed-properties.ts";
import { urnOf } from "./urn.ts";

type Schema = z.core.$ZodType;

takeNoPromiseTraces();
watchTransforms(withHiddenOf);

/** What distinguishes a resource class. */
export interface ResourceKind extends ResourceDefinition {
  /**
   * Whether a replacement deletes the old object first. The handler's diff reports the same, but the engine does not ask for a
   * diff when it replaces for a reason of its own (--replace, replaceWith, replacementTrigger).
   */
  deletesBeforeReplace?(args: object): boolean;
}

/** All copies of this package know the symbol: a component of a library may come with a copy of its own. */
const finishedOutputs = Symbol.for("@cloudplatform/pulumi/finished");

/**
 * Base class of the platform's resources: the dynamic provider serves them by a loader text of one line, unless the native
 * provider does.
 */
export abstract class CloudResource extends pulumi.CustomResource {
  /** Whether the native provider serves the resources of a class. @internal */
  static readonly isNative: boolean = false;

  readonly #kind: ResourceKind;

  /** @internal */
  protected constructor(
    kind: ResourceKind,
    name: string,
    args: pulumi.Input<object> | undefined,
    options: pulumi.CustomResourceOptions = {},
  ) {
    const { isNative } = new.target as typeof CloudResource;
    withholdRequests();
    noteAdoption(nativeToken(tokenOf(kind)), options.import, options);
    // The engine's own import needs a provider plugin, which a dynamic resource does not have (pulumi#3550).
    const { import: adopt, ...rest } = options;
    const [token, other] = isNative
      ? [nativeToken(tokenOf(kind)), tokenOf(kind)]
      : [tokenOf(kind), nativeToken(tokenOf(kind))];
    // Lets a resource move from one provider to the other without a replacement.
    rest.aliases = aliasesWith(other, options.aliases);
    const properties = { ...allOutputs(kind), ...inputsOf(kind, args ?? {}, isNative) };
    if (kind.deletesBeforeReplace?.(args ?? {}) === true) rest.deleteBeforeReplace ??= true;
    const secrets = merged(secretPathsOf(args, options), settingMarksOf(kind.fromSettings, args, options));
    if (!isNative) {
      properties.__provider = loaderText(kind.type);
      properties.__urn = urnOf(token, name, options.parent);
      Object.assign(properties, servedBy(options.provider ?? options.parent?.getProvider(token)));
      if (adopt !== undefined) properties.__adopt = adopt;
      if (secrets !== undefined) properties.__secrets = secrets;
      rest.transformations = withHiddenOfTransformations(options, properties, withHiddenOf);
    }
    if (isNative && adopt !== undefined && secrets !== undefined)
      rest.dependsOn = afterAnnouncement({ urn: urnOf(token, name, options.parent), secretPaths: secrets, options });
    const recording = recordProgramPosition(constructorsOf(new.target));
    try {
      const all = isNative && adopt !== undefined ? { ...rest, import: adopt } : rest;
      super(token, name, properties, all);
    } finally {
      recording[Symbol.dispose]();
    }
    this.#kind = kind;
    warnOfLost();
    if (kind.numericId !== undefined) this.#takeFromId(kind.numericId);
    if (secrets !== undefined) void this.#warnOfSecretId(kind.inId ?? [], secrets);
    if (options.customTimeouts !== undefined && kind.waits !== true) void pulumi.log.warn(noTimeoutsText, this);
    if (options.deletedWith !== undefined) void pulumi.log.warn(deletedWithText, this);
  }

  /** @internal */
  [finishedOutputs](): pulumi.Output<unknown>[] {
    const { schema, outputs } = this.#kind;
    const inputs = fieldNames(schema);
    const always = Object.entries(userSchema(outputs).shape).filter(
      ([name, field]) => !inputs.includes(name) && !isOptional(field),
    );
    const values = this as unknown as Record<string, pulumi.Output<unknown> | undefined>;
    return always.map(([name]) => pulumi.output(values[name]));
  }

  /** The engine drops outputs while it previews an update; the id never changes, so this output is known. */
  #takeFromId(name: string): void {
    const outputs = this as unknown as Record<string, pulumi.Output<number>>;
    const output = outputs[name];
    if (output !== undefined) outputs[name] = numericId(this.id, output);
  }

  /** Pulumi has no secret ids (pulumi#2717). */
  async #warnOfSecretId(names: readonly string[], paths: string[] | Promise<string[] | undefined>): Promise<void> {
    const secret = (await paths) ?? [];
    const secretNames = names.filter((name) => secret.includes("") || secret.includes(`/${name}`));
    if (secretNames.length > 0) await pulumi.log.warn(secretIdText(secretNames), this);
  }
}

/** Number of constructors from a class to this base class, included. */
function constructorsOf(type: object | null): number {
  return type === null || type === CloudResource ? 1 : 1 + constructorsOf(Object.getPrototypeOf(type));
}

/** Whether a value is a resource of a class, in whichever copy of this package. */
export function isResourceOf(value: unknown, { __pulumiType: type }: { __pulumiType: string }): boolean {
  return pulumi.CustomResource.isInstance(value) && "__pulumiType" in value && value.__pulumiType === type;
}

/**
 * Outputs that every finished resource has, and that a preview does not know if the resource is to be created, finished or
 * changed. None of a resource of another package.
 */
export function outputsOfFinished(resource: pulumi.Resource): pulumi.Output<unknown>[] {
  return (resource as Partial<CloudResource>)[finishedOutputs]?.() ?? [];
}

type Aliases = pulumi.CustomResourceOptions["aliases"];

/** The program's aliases, each also with the other type, and the other type alone. */
function aliasesWith(type: string, given: Aliases = []): Aliases {
  const both = (alias: pulumi.Input<string | pulumi.Alias>) =>
    typeof alias === "object" &&
    !pulumi.Output.isInstance(alias) &&
    !(alias instanceof Promise) &&
    alias.type === undefined
      ? [alias, { ...alias, type }]
      : [alias];
  return [...(given as pulumi.Input<string | pulumi.Alias>[]).flatMap(both), { type }];
}

/** The id as a number. If mocks give an id that is not a number, returns their output instead. */
function numericId(id: pulumi.Output<string>, output: pulumi.Output<number>): pulumi.Output<number> {
  return id.apply((text) => (/^\d+$/.test(text) ? pulumi.output(Number(text)) : output));
}

/** Every output must be declared, including those of omitted inputs. */
function allOutputs({ schema, providerInputs, outputs }: ResourceKind): Record<string, undefined> {
  const names = [schema, providerInputs, outputs].flatMap(fieldNames);
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Inputs with their secrets marked. If the arguments are a single Output, each field becomes an Output. */
function inputsOf(kind: ResourceKind, args: pulumi.Input<object>, isNative: boolean): Record<string, unknown> {
  if (!(pulumi.Output.isInstance(args) || args instanceof Promise)) {
    const isStored = isNative || (args as { writeOnly?: unknown }).writeOnly !== true;
    return (isStored ? withSecrets : withoutSecrets)(userSchema(kind.schema), args) as Record<string, unknown>;
  }
  const names = [kind.schema, kind.providerInputs].flatMap(fieldNames);
  const later: pulumi.Output<object> = pulumi.output(args as pulumi.Input<object>);
  const checked = later.apply((known): Record<string, unknown> => {
    const wrong = Object.keys(known).find((key) => !names.includes(key));
    if (wrong !== undefined)
      throw new pulumi.RunError(codedText(`${tokenOf(kind)}: ${wrong} ${unknownKeyText(wrong, names)}`, "CP2120"));
    return known as Record<string, unknown>;
  });
  const one = (name: string) => checked.apply((known) => withSecrets(userSchema(kind.schema), { [name]: known[name] }));
  return Object.fromEntries(
    names.map((name) => [name, one(name).apply((known) => (known as Record<string, unknown>)[name])]),
  );
}

function secretIdText(names: readonly string[]): string {
  const what = names.join(" and ");
  return `${what} ${names.length === 1 ? "is" : "are"} marked as secret and part of the id of the resource. Pulumi stores and prints ids in clear, so that every reader of the state or of the output of a run sees ${what}. Choose a value here that is no secret.`;
}

const noTimeoutsText =
  "The option customTimeouts has no effect on this resource: its operations have no tasks to wait for.";

const deletedWithText =
  "When the resource that the option deletedWith names is deleted, Pulumi removes this one from state only: its object stays on the platform, and what it costs goes on. Remove the option.";

/** Makes values that the schema marks as secret Pulumi secrets, in either spelling of the program. */
function withSecrets(schema: Schema, value: unknown): unknown {
  if (value === null || typeof value !== "object" || !holdsSecret(schema)) return value;
  // A value that comes later becomes secret as a whole if it contains a secret; elsewhere, only the secret itself does.
  if (pulumi.Output.isInstance(value) || value instanceof Promise)
    return pulumi.output(value).apply((known) => withSecrets(schema, known));
  return mapWithSchema(schema, value, (field, element) => {
    if (field === undefined || element === null || element === undefined) return element;
    return metadataOf(field).secret === true ? pulumi.secret(element) : withSecrets(field, element);
  });
}

/**
 * The inputs of a resource that stores no secrets. The engine marks in state what a dynamic provider returns in place of a
 * secret, though a stand-in needs no encryption. `__secrets` tells the provider what no text may show.
 */
function withoutSecrets(schema: Schema, value: unknown): unknown {
  if (value === null || typeof value !== "object" || !holdsWriteOnly(schema) || isLater(value)) return value;
  return mapWithSchema(schema, value, (field, element) => {
    if (field === undefined || element === null || element === undefined) return element;
    if (!isLater(element)) return withoutSecrets(field, element);
    return pulumi.Output.isInstance(element) && isWriteOnlyField(field) ? pulumi.unsecret(element) : element;
  });
}

function isWriteOnlyField(field: Schema): boolean {
  const { secret, credential } = metadataOf(field);
  const { options = [] } = unwrap(field)._zod.def as z.core.$ZodTypeDef & { options?: Schema[] };
  return secret === true || credential === true || options.some(isWriteOnlyField);
}

/** Whether there may be a secret anywhere below. */
const holdsSecret: (schema: Schema) => boolean = oncePerSchema((schema) =>
  fieldsOf(schema).some((field) => metadataOf(field).secret === true || holdsSecret(field)),
);

const holdsWriteOnly: (schema: Schema) => boolean = oncePerSchema((schema) =>
  fieldsOf(schema).some((field) => isWriteOnlyField(field) || holdsWriteOnly(field)),
);

/** The schemas directly below a schema; the element of a list or map counts once. */
function fieldsOf(schema: Schema): Schema[] {
  const bare = unwrap(schema);
  const element = child(bare, 0);
  return [...Object.values(shapeOf(bare) ?? {}), ...(element === undefined ? [] : [element])];
}
