import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { loaderText } from "../../provider/pulumi/formats/loader-text.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { attempted, type OnError } from "./attempts.ts";

/**
 * The provider of a resource as the engine drives it, in this process: the same calls in the same order, without the
 * seconds that the CLI costs. What only the real engine can show is tested in test/e2e.
 */
export class EngineHarness {
  readonly #provider: ReturnType<typeof dynamicProvider>;
  readonly #hidden: Properties;
  readonly urn: string;
  /** What the engine would keep in state. */
  state: { id: string; inputs: Properties; outputs: Properties } | undefined;

  /** The last operation has ended half-way: the next `up` updates, whatever the diff says. */
  halfMade = false;

  onError: OnError = () => false;

  /**
   * @param name Name in the program, or a whole URN.
   * @param beside A resource of the same program, whose process this one shares.
   */
  constructor(
    handler: AnyHandler,
    platform: { url: string },
    name = "one",
    settings: Record<string, string> = {},
    beside?: EngineHarness,
  ) {
    this.#provider = beside === undefined ? dynamicProvider(handler) : beside.#provider;
    this.urn = name.startsWith("urn:") ? name : `urn:pulumi:test::harness::cloudplatform::${name}`;
    this.#hidden = { __provider: loaderText("Any"), __urn: this.urn };
    const config: Record<string, string> = {
      "cloudplatform:baseUrl": platform.url,
      "cloudplatform:apiKey": "local",
      ...settings,
    };
    void this.#provider.configure?.({ config: { get: (key: string) => config[key] } as never });
  }

  /** Sets the option `import`. */
  adopts(id: string): void {
    this.#hidden.__adopt = id;
  }

  async check(inputs: object): Promise<{ inputs: Properties; failures: { property: string; reason: string }[] }> {
    const news = { ...JSON.parse(JSON.stringify(inputs)), ...this.#hidden };
    const checked = await this.#provider.check?.(this.state?.inputs ?? {}, news);
    if (checked === undefined) throw new Error("The provider has no check.");
    return { inputs: unmarked(checked.inputs) as Properties, failures: checked.failures ?? [] };
  }

  /** What a preview would show: `same`, `update` or `replace`. */
  async preview(inputs: object): Promise<"create" | "same" | "update" | "replace"> {
    const checked = await this.check(inputs);
    if (checked.failures.length > 0)
      throw new Error(checked.failures.map(({ property, reason }) => `${property} ${reason}`.trim()).join("\n"));
    if (this.state === undefined) return "create";
    return this.compare(checked.inputs);
  }

  /** What the provider says of other inputs of a resource in state. */
  async compare(inputs: Properties): Promise<"same" | "update" | "replace"> {
    if (this.state === undefined) throw new Error("The resource is not in state.");
    const diff = await this.#provider.diff?.(this.state.id, this.state.outputs, { ...inputs, ...this.#hidden });
    if (diff?.changes === false) return "same";
    return (diff?.replaces ?? []).length > 0 ? "replace" : "update";
  }

  /** Brings the object to what the inputs say, as `up` would. */
  async up(inputs: object): Promise<void> {
    const step = await this.preview(inputs);
    const checked = (await this.check(inputs)).inputs;
    if (step === "same" && !this.halfMade) return;
    if (step === "replace") await this.destroy();
    try {
      if (this.state === undefined) {
        const made = await attempted(() => this.#provider.create(checked), { onError: this.onError, isPartial });
        this.state = { id: made.id, inputs: checked, outputs: this.#kept(made.outs) };
      } else {
        const updated = await this.#provider.update?.(this.state.id, this.state.outputs, checked);
        this.state = { ...this.state, inputs: checked, outputs: this.#kept(updated?.outs) };
      }
      this.halfMade = false;
    } catch (error) {
      this.#keepHalfMade(error, checked);
      throw error;
    }
  }

  /** An error that carries an id and properties keeps the resource in state. */
  #keepHalfMade(error: unknown, inputs: Properties): void {
    if (!isPartial(error)) return;
    this.state = { id: String(error.id), inputs, outputs: this.#kept(error.properties) };
    this.halfMade = true;
  }

  /** Reads the object, as `refresh` would; true when it is still there. */
  async refresh(): Promise<boolean> {
    if (this.state === undefined) return false;
    this.halfMade = false;
    const read = await this.#provider.read?.(this.state.id, this.state.outputs);
    if (read === undefined || read.id === "") {
      this.state = undefined;
      return false;
    }
    const inputs = unmarked({ ...this.#hidden, ...(read.inputs ?? {}) }) as Properties;
    this.state = { id: String(read.id), inputs, outputs: this.#kept(read.props) };
    return true;
  }

  async destroy(): Promise<void> {
    if (this.state === undefined) return;
    await this.#provider.delete?.(this.state.id, this.state.outputs);
    this.state = undefined;
  }

  #kept(outputs: unknown): Properties {
    return unmarked({ ...(outputs as Properties), __provider: this.#hidden.__provider }) as Properties;
  }
}

function isPartial(error: unknown): error is { id: unknown; properties: unknown } {
  return error instanceof Error && "id" in error && "properties" in error;
}

/** A provider that takes no secrets gets their plain values back from the engine. */
function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (value === null || typeof value !== "object") return value;
  if ("4dabf18193072939515e22adb298388d" in value && "value" in value) return unmarked(value.value);
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, unmarked(element)]));
}
