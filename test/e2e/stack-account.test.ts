import { describe, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { openStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";

/** A CI variable points to another account, in commands that operate on no resource in state: 2 s for each provider. */
const own = await platform({ speed: 2000 });
const others = await platform({ speed: 2000 });

const sources = { dynamic: "@cloudplatform/pulumi", native: "@cloudplatform/pulumi/native" };

describe.each(Object.entries(sources))("served by the %s provider", (provider, source) => {
  test("nothing is created or imported in an account other than the stack's", async () => {
    const { folder } = await builtPlugin();
    const stack = await openStack({ url: own.url, plugins: [folder] });
    const template = (name: string, options = "{}") =>
      `new served.cdn.RuleTemplate("${name}", { rule: "/${provider}-${name}/", ruleType: 0 }, ${options});`;
    const program = (...statements: string[]) =>
      stack.program([`import * as served from "${source}";`, ...statements].join("\n"));
    const one = template("one");
    await program(one);
    await succeeds(stack.up());
    stack.env.CLOUDPLATFORM_BASE_URL = others.url;
    others.platform.requests.clear();
    const stops = async (...args: string[]) => {
      const { code, output } = await stack.up(...args);
      expect(code, output).not.toBe(0);
      expect(output).toMatch(
        new RegExp(`CP2123|client ${own.platform.clientId}, .*client ${others.platform.clientId}\\b`),
      );
    };
    await program(template("renamed"));
    await stops();
    await program(template("adopted", '{ import: "77" }'));
    await stops();
    await program(one, template("two"));
    await stops("--target", "**two");
    expect(others.platform.requests.list({}).filter(({ method }) => method !== "GET")).toEqual([]);

    // Settings in the program itself may select another account on purpose, in a provider with a name like those of the engine.
    stack.env.CLOUDPLATFORM_BASE_URL = own.url;
    const elsewhere = `const elsewhere = new served.Provider("default_elsewhere", { baseUrl: "${others.url}", apiKey: "local" });`;
    const parent = `const parent = new pulumi.ComponentResource("shop:index:Shop", "shop", {}, { providers: [elsewhere] });`;
    const moved =
      "({ props, opts, name }) => /four|five/.test(name) ? { props, opts: { ...opts, provider: elsewhere } } : undefined";
    const transform = `pulumi.runtime.registerStackTransformation(${moved.replace("|five", "")});
      pulumi.runtime.registerResourceTransform(${moved.replace("four|", "")});`;
    const chosen = [template("two", "{ provider: elsewhere }"), template("three", "{ parent }")];
    await program(one, elsewhere, parent, transform, ...chosen, template("four"), template("five"));
    await succeeds(stack.up());
    expect(others.platform.requests.list({ endpoint: "ruleTemplates.create" })).toHaveLength(4);
    await succeeds(stack.destroy());
    await stack.remove();
  });

  test("a new host of the platform is named once, in a refresh", async () => {
    const { folder } = await builtPlugin();
    const stack = await openStack({ url: own.url, plugins: [folder] });
    await stack.configure({ "cloudplatform:allowInsecureHttp": "true" });
    await stack.program(
      `import * as served from "${source}"; new served.cdn.RuleTemplate("moved", { rule: "/${provider}-moved/", ruleType: 0 });`,
    );
    await succeeds(stack.up());
    // Linux and macOS connect to this machine, but it is no loopback address.
    stack.env.CLOUDPLATFORM_BASE_URL = own.url.replace("127.0.0.1", "0.0.0.0");
    const { code, output } = await stack.preview();
    expect(code, output).not.toBe(0);
    const [asked] = /CLOUDPLATFORM_MOVED_FROM=(\S+?)(?=;)/.exec(output)?.slice(1) ?? [];
    expect(asked, output).toMatch(/^localhost:\d+$/);
    stack.env.CLOUDPLATFORM_MOVED_FROM = asked;
    await succeeds(stack.refresh("--run-program"));
    delete stack.env.CLOUDPLATFORM_MOVED_FROM;
    await succeeds(stack.preview("--expect-no-changes"));
    await succeeds(stack.destroy());
    await stack.remove();
  });
});
