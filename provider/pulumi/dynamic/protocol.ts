import type { Configuration } from "../../client/configured-client.ts";
import type { ShownFailure } from "../../engine/lifecycle/secrets.ts";
import type { Properties } from "../../values/properties.ts";

export interface CheckResult {
  inputs?: Properties;
  failures?: ShownFailure[];
}

export interface DiffResult {
  changes?: boolean;
  replaces?: string[];
  stables?: string[];
  deleteBeforeReplace?: boolean;
}

export interface CreateResult {
  id: string;
  outs?: Properties;
}

/** Without an id, the object is gone. */
export interface ReadResult {
  id?: string;
  props?: Properties;
  inputs?: Properties;
}

export interface UpdateResult {
  outs?: Properties;
}

/** The operations of a kind of resource on properties of the engine, in Pulumi's dynamic protocol. */
export interface ResourceProvider {
  configure?: (request: { config: Configuration }) => Promise<void>;
  check: (olds: Properties, news: Properties) => Promise<CheckResult>;
  diff: (id: string, olds: Properties, news: Properties) => Promise<DiffResult>;
  create: (inputs: Properties) => Promise<CreateResult>;
  read: (id: string, properties?: Properties) => Promise<ReadResult>;
  update: (id: string, olds: Properties, news: Properties) => Promise<UpdateResult>;
  delete: (id: string, properties: Properties) => Promise<void>;
}
