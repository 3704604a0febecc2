import { cdn } from "@cloudplatform/pulumi/native";
import * as pulumi from "@pulumi/pulumi";

/** Arguments of a shop's CDN. */
export interface ShopCdnArgs {
  /** Folders that no cache may keep, such as `/checkout/`. Default: account, cart and checkout. */
  privatePaths?: string[];
  /** Folders of files whose content never changes under a name. Default: `/assets/`. */
  assetPaths?: string[];
  /** How long the CDN keeps pages, in seconds. Default: 60. */
  pageTtlSeconds?: pulumi.Input<number>;
  /** How long CDN and browsers keep assets, in seconds. Default: 86400, a day. */
  assetTtlSeconds?: pulumi.Input<number>;
}

/**
 * The CDN rules of a shop, in one order: private pages are never cached, assets are cached for a day, other pages for a minute, and
 * longer while the origin fails. Everything is HTTPS.
 */
export class ShopCdn extends pulumi.ComponentResource {
  /** Ids of the rule templates, by path: `checkout`, `assets`, and `pages` for all others. */
  readonly templateIds: pulumi.Output<{ [path: string]: number }>;

  constructor(name: string, args: ShopCdnArgs, options?: pulumi.ComponentResourceOptions) {
    super("example-components:index:ShopCdn", name, args, options);
    const { privatePaths = ["/account/", "/cart/", "/checkout/"], assetPaths = ["/assets/"] } = args;
    const pageTtl = seconds(args.pageTtlSeconds ?? 60);
    const assetTtl = seconds(args.assetTtlSeconds ?? 86_400);
    const rules = [
      ...privatePaths.map((path) => rule(name, path, { ...keptFor("0s"), browser_cache_settings: on("0s") })),
      ...assetPaths.map((path) =>
        rule(name, path, { ...keptFor(assetTtl), browser_cache_settings: on(assetTtl), ignore_cookie: on(true) }),
      ),
      rule(name, "/", { ...keptFor(pageTtl), stale: on(["error" as const, "updating" as const]) }),
    ];
    const set = new cdn.RuleSet(name, { rules }, { parent: this });
    this.templateIds = set.templateIds;
    this.registerOutputs({ templateIds: this.templateIds });
  }
}

const seconds = (value: pulumi.Input<number>) => pulumi.interpolate`${value}s`;

const on = <Value>(value: Value) => ({ enabled: true, value });

const keptFor = (ttl: pulumi.Input<string>) => ({ edge_cache_settings: on(ttl) });

/** Returns a rule of the set. Its key is its path, whatever its position. */
function rule(shop: string, path: string, options: object) {
  const key = path.replace(/[^\w.-]+/g, "-").replace(/^-|-$/g, "") || "pages";
  return {
    ...{ key, name: `${shop} ${path}`, rule: `${path}.*`, ruleType: 0, overrideOriginProtocol: "HTTPS" as const },
    options: { ...options, redirect_http_to_https: on(true) },
  };
}
