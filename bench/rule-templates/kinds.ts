const inputs = `{
  rule: \`/path-\${i}/\`, ruleType: 0, weight: i + 1,
  options: { edge_cache_settings: { enabled: true, value: "3600s" }, gzipOn: { enabled: true, value: true } },
}`;
const each = (count: number, make: string) =>
  `for (let i = 0; i < ${count}; i++) new ${make}(\`template-\${i}\`, ${inputs});`;

/** A way to serve resources. */
export interface Kind {
  program(count: number): string;
  /** Whether a command line belongs to the provider's process. */
  isProvider(commandLine: string): boolean;
}

const isDynamic = (commandLine: string) => commandLine.includes("dynamic-provider");

/** Rule templates of both providers, beside as many resources with the same inputs that do nothing and send nothing. */
export const kinds = {
  dynamic: { program: (count) => each(count, "cdn.RuleTemplate"), isProvider: isDynamic },
  native: {
    program: (count) =>
      `import * as native from "@cloudplatform/pulumi/native";\n${each(count, "native.cdn.RuleTemplate")}`,
    isProvider: (commandLine) => commandLine.includes("pulumi-resource-cloudplatform"),
  },
  "no-op dynamic": {
    program: (count) => `
    const provider: pulumi.dynamic.ResourceProvider = {
      async create(inputs) { return { id: String(inputs.rule), outs: inputs }; },
      async diff() { return { changes: false }; },
      async read(id, props) { return { id, props }; },
    };
    class Noop extends pulumi.dynamic.Resource {
      constructor(name: string, args: object) { super(provider, name, args); }
    }
    ${each(count, "Noop")}`,
    isProvider: isDynamic,
  },
  "no-op native": {
    program: (count) => `
    class Noop extends pulumi.CustomResource {
      constructor(name: string, args: pulumi.Inputs) { super("noop:index:Noop", name, args); }
    }
    ${each(count, "Noop")}`,
    isProvider: (commandLine) => commandLine.includes("pulumi-resource-noop"),
  },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];
