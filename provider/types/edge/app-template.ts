// Written by `npm run generate` from the schemas in provider/api; do not edit.

/** Value type of a template parameter. */
export type TemplateParamType = "string" | "number" | "date" | "time" | "secret" | "store" | "bool" | "json" | "enum";

/**
 * Inputs of an edge app template.
 *
 * *Source:* platform-api §2.8, §4 #9; companion §5.2.
 */
export interface AppTemplateInputs {
  /**
   * Binary that the template's apps run.
   *
   * Integer.
   */
  binaryId: number;
  /**
   * Name of the template.
   *
   * 1 to 128 characters.
   */
  name: string;
  /**
   * Whether the user owns the template.
   *
   * Write-only: the platform does not return it, so drift is not detected.
   */
  owned: boolean;
  /**
   * Parameters that an app of the template sets.
   *
   * Elements are identified by `name`; their order is not significant.
   */
  params: TemplateParam[];
  /**
   * One-line description.
   *
   * At most 255 characters.
   */
  shortDescr?: string;
  /**
   * Full description.
   *
   * At most 4096 characters.
   */
  longDescr?: string;
  /** Deletes the template even if it is shared with groups. */
  force?: boolean;
  /** Creates the object even if an identical one exists outside the stack. */
  allowDuplicate?: boolean;
}

/**
 * A parameter that an app of the template sets.
 *
 * *Source:* platform-api §2.8, §4 #9; companion §5.2.
 */
export interface TemplateParam {
  /**
   * Name of the parameter, unique in its template.
   *
   * 1 to 64 characters.
   */
  name: string;
  /** Type of the parameter's value. */
  dataType: TemplateParamType;
  /**
   * Whether an app must set it.
   *
   * Default: `false`.
   */
  mandatory?: boolean;
  /** Purpose of the parameter. */
  descr?: string;
}

/**
 * An edge app template as the platform returns it.
 *
 * *Source:* platform-api §2.8; companion §5.1, §5.3.
 */
export interface AppTemplateResult {
  /** Template id; omitted by some platforms. */
  id: number;
  /** Name of the template. */
  name: string;
  /** API type of the template's apps. */
  apiType?: "wasi-http" | "proxy-wasm" | (string & Record<never, never>) | null;
  /** Whether the user owns the template. Unreliable: often false regardless of what was sent. */
  owned?: boolean | null;
  /** One-line description; empty if not set. */
  shortDescr?: string | null;
  /** Full description; empty if not set. */
  longDescr?: string | null;
  /** Binary that the template's apps run. */
  binaryId?: number | null;
  /** Parameters that an app of the template sets. */
  params: TemplateParamResult[];
}

/**
 * A parameter that an app of the template sets, as the platform returns it.
 *
 * *Source:* platform-api §2.8; companion §5.1, §5.3.
 */
export interface TemplateParamResult {
  /** Name of the parameter. */
  name: string;
  /** Type of the parameter's value. */
  dataType?: string | null;
  /** Whether an app must set it. */
  mandatory?: boolean | null;
  /** Purpose of the parameter; empty if not set. */
  descr?: string | null;
}

/**
 * A page of edge app templates.
 *
 * *Source:* companion §5.1.
 */
export interface GetAppTemplatesResult {
  /** Templates of this page. */
  templates: AppTemplateSummaryResult[];
  /** Total number of templates that match the filters. */
  count?: number;
}

/**
 * An edge app template in a list, without its binary and parameters.
 *
 * *Source:* companion §5.1.
 */
export interface AppTemplateSummaryResult {
  /** Template id. */
  id: number;
  /** Name of the template. */
  name: string;
  /** API type of the template's apps. */
  apiType: "wasi-http" | "proxy-wasm" | (string & Record<never, never>);
  /** Whether the user owns the template. Unreliable: often false regardless of what was sent. */
  owned: boolean;
  /** One-line description; empty if not set. */
  shortDescr?: string | null;
  /** Full description; empty if not set. */
  longDescr?: string | null;
}

/**
 * Outputs of an edge app template.
 *
 * *Source:* platform-api §2.8, §4 #9; companion §5.2.
 */
export interface AppTemplateOutputs {
  /** Binary that the template's apps run. */
  binaryId: number;
  /** Name of the template. */
  name: string;
  /** Whether the user owns the template. */
  owned: boolean;
  /** Parameters that an app of the template sets. */
  params: TemplateParam[];
  /** One-line description. */
  shortDescr?: string;
  /** Full description. */
  longDescr?: string;
  /** Deletes the template even if it is shared with groups. */
  force?: boolean;
  /** Creates the object even if an identical one exists outside the stack. */
  allowDuplicate?: boolean;
  /**
   * Id of the template as a number.
   *
   * Read-only.
   */
  templateId: number;
  /**
   * API type of the template's apps.
   *
   * Read-only.
   */
  apiType?: "wasi-http" | "proxy-wasm" | (string & Record<never, never>);
}
