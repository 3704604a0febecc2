import { z } from "zod";
import { InputError } from "../../../client/index.ts";
import { slug } from "../names.ts";
import { providerNames, type Source, type SourceResource, shellQuoted, stayingText } from "./source.ts";

const indexKey = z.union([z.string(), z.int()]);

const instance = z.looseObject({
  index_key: indexKey.nullish(),
  /** The old object of an interrupted replacement. */
  deposed: z.string().optional(),
  /** `tainted`: the next apply would replace it. */
  status: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()).nullish(),
  /** Addresses of all dependencies, without index keys. */
  dependencies: z.array(z.string()).nullish(),
});

const resource = z.looseObject({
  /** Address of the containing module, with index keys; absent for the root module. */
  module: z.string().optional(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  /** `provider["<host>/<namespace>/<name>"]`, optionally followed by an alias. */
  provider: z.string(),
  instances: z.array(instance),
});

const stateFile = z.looseObject({ version: z.literal(4), resources: z.array(resource).nullish() });

type StateResource = z.output<typeof resource>;
type Instance = z.output<typeof instance>;

/** Whether a JSON value is a state of Terraform or OpenTofu, in any format. */
export function isTerraformState(json: object): boolean {
  return "terraform_version" in json || "encrypted_data" in json || ("lineage" in json && "serial" in json);
}

/** Reads a state of format 4, which OpenTofu and all releases of Terraform since 0.12 write. */
export function terraformSource(json: object): Source {
  if ("encrypted_data" in json)
    throw new InputError("adopt --from", [
      "the state is encrypted: pass what `tofu state pull` prints, on standard input with --from -",
    ]);
  const { version } = json as { version?: unknown };
  const parsed = stateFile.safeParse(json);
  if (!parsed.success)
    throw new InputError("adopt --from", [
      version === 4
        ? `the state cannot be read: ${parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}`
        : `the state has format ${JSON.stringify(version)}, and only format 4 is read: upgrade it with terraform apply -refresh-only of Terraform 0.12 or later`,
    ]);
  const all = (parsed.data.resources ?? []).flatMap((one) => one.instances.map((each) => sourceResource(one, each)));
  return {
    tool: "Terraform",
    resources: all,
    handover: (resources) => ({
      place: "in the folder of its configuration",
      first: staying(all, resources),
      commands: resources.map(({ address }) => `terraform state rm ${shellQuoted(address)}`),
      last: 'Then remove their blocks from the configuration; "terraform plan" has nothing to change.',
    }),
  };
}

/** Resources that stay in the configuration and depend on resources that leave. */
function staying(all: readonly SourceResource[], handed: readonly SourceResource[]): string[] {
  const addresses = new Set(handed.map(({ address }) => address));
  const names = new Set([...addresses].map(withoutKeys));
  return all
    .filter(({ address }) => !addresses.has(address))
    .flatMap(({ address, dependencies }) => {
      const needed = dependencies.filter((one) => names.has(withoutKeys(one)));
      return needed.length === 0 ? [] : [stayingText(address, needed)];
    });
}

function sourceResource(one: StateResource, each: Instance): SourceResource {
  const { module, mode, type, name, provider } = one;
  const key = each.index_key ?? undefined;
  const local = `${mode === "data" ? "data." : ""}${type}.${name}`;
  const inModule = (text: string) => (module === undefined ? text : `${module}.${text}`);
  const problem = problemOf(one, each);
  return {
    address: inModule(`${local}${key === undefined ? "" : `[${JSON.stringify(key)}]`}`),
    path: modulePath(module ?? ""),
    type: ownType(type, provider) ?? type,
    typeText: type,
    name: withKey(name, key),
    attributes: each.attributes ?? {},
    dependencies: each.dependencies ?? [],
    ...(problem !== undefined && { problem }),
  };
}

function problemOf(
  { mode, type, provider, instances }: StateResource,
  { index_key, deposed, status }: Instance,
): string | undefined {
  if (mode === "data") return "it is a data source, which owns nothing: use the function of the same area";
  if (ownType(type, provider) === undefined) return `it belongs to another provider, ${provider}`;
  if (deposed !== undefined)
    return "it is the old object of a replacement that was interrupted: end it with terraform apply first";
  // `terraform state rm` removes everything at an address.
  if (instances.some((other) => other.deposed !== undefined && (other.index_key ?? null) === (index_key ?? null)))
    return "the old object of a replacement that was interrupted is at its address: end it with terraform apply first";
  if (status === "tainted")
    return "it is tainted, so Terraform would replace it: run terraform untaint or terraform apply first";
  return undefined;
}

/** The type without the provider's name; undefined if it is not the platform's provider. */
function ownType(type: string, provider: string): string | undefined {
  const [, name = ""] = /^provider(?:\["(?:[^"/]*\/)*([^"/]+)"\]|\.(\w+))/.exec(provider) ?? [];
  const prefix = providerNames.find((own) => type.startsWith(`${own}_`));
  // The last part of the provider's address may be any name that a mirror or a local build chose.
  return prefix !== undefined && (name === "" || name.startsWith(prefix)) ? type.slice(prefix.length + 1) : undefined;
}

/** `module.shop["eu"].module.cdn` → `shop-eu`, `cdn`. */
function modulePath(address: string): string[] {
  const parts = address.matchAll(/module\.([^.[\]]+)(?:\[(?:"((?:[^"\\]|\\.)*)"|(\d+))\])?/g);
  return [...parts].map(([, name = "", text, number]) => withKey(name, text ?? number));
}

function withKey(name: string, key: string | number | undefined): string {
  return key === undefined ? name : `${name}-${slug(String(key)) || Buffer.from(String(key)).toString("hex")}`;
}

/** The address without index keys, as dependencies have it. */
export function withoutKeys(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g, "");
}
