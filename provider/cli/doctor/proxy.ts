import { BlockList, isIPv4 } from "node:net";
import { type Finding, ok, problem } from "./finding.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that Node's gRPC reads, in this order, and only in lower case. */
const names = ["grpc_proxy", "https_proxy", "http_proxy"] as const;

/** Where Pulumi's engine listens for the program and the provider. */
const engine = "127.0.0.1";

/**
 * Checks whether a proxy is between the program, the provider and Pulumi's engine on this machine: Node's gRPC sends even
 * requests to 127.0.0.1 to the proxy, unless `no_proxy` lists the address. Undefined: no proxy is set.
 */
export function proxyFinding(environment: Environment): Finding | undefined {
  const name = names.find((one) => (environment[one] ?? "") !== "");
  if (name === undefined) return undefined;
  // Node's gRPC ignores proxies with another scheme.
  if (!/^http:/i.test(environment[name] ?? ""))
    return ok("proxy", `${name} is set, and Pulumi's own connection does not use it`);
  const except = environment.no_grpc_proxy || environment.no_proxy || "";
  if (except !== "" && except.split(",").some(isForEngine))
    return ok("proxy", `${name} is set, and Pulumi's own connection bypasses it`);
  return problem(
    "proxy",
    `${name} is set, and Pulumi's program and provider would use it to reach the engine on ${engine}`,
    `Also set no_proxy=${engine},localhost, in lower case.`,
  );
}

/** Matches an entry like Node's gRPC: a host suffix, or an address range. Spaces are significant. */
function isForEngine(entry: string): boolean {
  const [address = "", bits] = entry.split("/");
  if (bits === undefined) return engine.endsWith(entry);
  const length = Number(bits);
  if (!isIPv4(address) || !Number.isInteger(length) || length < 0 || length > 32) return false;
  const range = new BlockList();
  range.addSubnet(address, length);
  return range.check(engine);
}
