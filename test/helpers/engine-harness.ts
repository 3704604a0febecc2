import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { loaderText } from "../../provider/pulumi/formats/loader-text.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { attempted, type OnError } from "./attempts.ts";

/**
 * Drives a resource's dynamic provider in this process as the engine does: the same calls in the same order, without the
 * seconds that the CLI costs. Behavior of the engine itself is tested in test/e2e.
 */
export class EngineHarness {
  readonly #provider: ReturnType<typeof dynamicProvider>;
  readonly #hidden: Properties;
  readonly urn: string;
  /** The state that the engine would keep. */
  state: { id: string; inputs: Properties; outputs: Properties } | undefined;

  /** The last operation failed partway: the next `up` updates even if the diff reports no changes. */
  halfMade = false;

  onError: OnError = () => false;

  /**
   * @param name Name in the program, or a whole URN.
   * @param beside Another resource of the same program; both share its provider process.
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

  /** Returns the step that a preview would show. */
  async preview(inputs: object): Promise<"create" | "same" | "update" | "replace"> {
    const checked = await this.check(inputs);
    if (checked.failures.length > 0)
      throw new Error(checked.failures.map(({ property, reason }) => `${property} ${reason}`.trim()).join("\n"));
    if (this.state === undefined) return "create";
    return this.compare(checked.inputs);
  }

  /** Diffs new inputs against the resource in state. */
  async compare(inputs: Properties): Promise<"same" | "update" | "replace"> {
    if (this.state === undefined) throw new Error("The resource is not in state.");
    const diff = await this.#provider.diff?.(this.state.id, this.state.outputs, { ...inputs, ...this.#hidden });
    if (diff?.changes === false) return "same";
    return (diff?.replaces ?? []).length > 0 ? "replace" : "update";
  }

  /** Applies the inputs, as `up` would. */
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

  /** Reads the object, as `refresh` would. Returns whether it still exists. */
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

/** Replaces secrets by their plain values, as the engine does for a provider that does not accept secrets. */
function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (value === null || typeof value !== "object") return value;
  if ("4dabf18193072939515e22adb298388d" in value && "value" in value) return unmarked(value.value);
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, unmarked(element)]));
}
