import resourceProto from "@pulumi/pulumi/proto/resource_pb.js";
import type { Properties } from "../values/properties.ts";

type Request = resourceProto.RegisterResourceRequest;
type Options = resourceProto.TransformResourceOptions;

/** An earlier identity of a resource: a URN, or the parts of it that differed. */
export type AliasOf =
  | string
  | { name: string; type: string; stack: string; project: string; parent: string | undefined; hasNoParent: boolean };

/** A program's declaration of a resource. Secrets in inputs have marks. */
export interface Registration {
  type: string;
  name: string;
  parent: string;
  custom: boolean;
  /** Whether it is a component of another language. */
  remote: boolean;
  inputs: Properties;
  /** `<URN>::<id>` of an explicit provider; empty for the default one. */
  provider: string;
  dependencies: readonly string[];
  aliases: readonly AliasOf[];
  importId: string;
  protect: boolean;
  retainOnDelete: boolean;
  deleteBeforeReplace: boolean | undefined;
  deletedWith: string;
  ignoreChanges: readonly string[];
  replaceOnChanges: readonly string[];
  replaceWith: readonly string[];
  replacementTrigger: unknown;
  secretOutputs: readonly string[];
  timeouts: Partial<Record<"create" | "update" | "delete", string>>;
}

/** The options of a registration as the program sends it, before transforms, in the form that transforms get. */
export function optionsOf(request: Request): Options {
  const options = new resourceProto.TransformResourceOptions();
  options.setDependsOnList(request.getDependenciesList());
  if (request.hasProtect()) options.setProtect(request.getProtect() === true);
  options.setIgnoreChangesList(request.getIgnorechangesList());
  options.setReplaceOnChangesList(request.getReplaceonchangesList());
  options.setAliasesList(request.getAliasesList());
  options.setProvider(request.getProvider());
  options.setCustomTimeouts(request.getCustomtimeouts());
  if (request.hasRetainondelete()) options.setRetainOnDelete(request.getRetainondelete() === true);
  options.setDeletedWith(request.getDeletedwith());
  if (request.getDeletebeforereplacedefined()) options.setDeleteBeforeReplace(request.getDeletebeforereplace());
  options.setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList());
  options.setImport(request.getImportid());
  options.setReplaceWithList(request.getReplaceWithList?.() ?? []);
  options.setReplacementTrigger(request.getReplacementTrigger?.());
  return options;
}

/** A registration after its transforms. */
export function registrationOf(request: Request, properties: Properties, options: Options): Registration {
  const timeouts = options.getCustomTimeouts();
  return {
    type: request.getType(),
    name: request.getName(),
    parent: request.getParent(),
    custom: request.getCustom(),
    remote: request.getRemote(),
    inputs: properties,
    provider: options.getProvider(),
    dependencies: options.getDependsOnList(),
    aliases: [...request.getAliasurnsList(), ...options.getAliasesList().map(aliasOf)],
    importId: options.getImport(),
    protect: options.getProtect() === true,
    retainOnDelete: options.getRetainOnDelete() === true,
    deleteBeforeReplace: options.hasDeleteBeforeReplace() ? options.getDeleteBeforeReplace() : undefined,
    deletedWith: options.getDeletedWith(),
    ignoreChanges: options.getIgnoreChangesList(),
    replaceOnChanges: options.getReplaceOnChangesList(),
    replaceWith: options.getReplaceWithList(),
    replacementTrigger: options.getReplacementTrigger()?.toJavaScript() ?? undefined,
    secretOutputs: options.getAdditionalSecretOutputsList(),
    timeouts: {
      create: timeouts?.getCreate() || undefined,
      update: timeouts?.getUpdate() || undefined,
      delete: timeouts?.getDelete() || undefined,
    },
  };
}

function aliasOf(alias: ReturnType<Options["getAliasesList"]>[number]): AliasOf {
  const spec = alias.getSpec();
  if (spec === undefined) return alias.getUrn();
  return {
    name: spec.getName(),
    type: spec.getType(),
    stack: spec.getStack(),
    project: spec.getProject(),
    parent: spec.getParenturn() || undefined,
    hasNoParent: spec.getNoparent(),
  };
}

/** Properties of a message. */
export function propertiesOf(struct: { toJavaScript(): object } | undefined): Properties {
  return (struct?.toJavaScript() ?? {}) as Properties;
}
