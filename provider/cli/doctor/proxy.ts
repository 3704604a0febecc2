import { BlockList, isIPv4 } from "node:net";
import { type Finding, ok, problem } from "./finding.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What Node's gRPC reads, in this order, in lower case only. */
const names = ["grpc_proxy", "https_proxy", "http_proxy"] as const;

/** Where Pulumi's engine listens for the program and the provider. */
const engine = "127.0.0.1";

/**
 * Whether a proxy stands between the program, the provider and Pulumi's engine on this machine: Node's gRPC sends what is for
 * 127.0.0.1 to the proxy, too, unless `no_proxy` names it. Undefined: no proxy is set.
 */
export function proxyFinding(environment: Environment): Finding | undefined {
  const name = names.find((one) => (environment[one] ?? "") !== "");
  if (name === undefined) return undefined;
  // Node's gRPC ignores a proxy of another scheme.
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

/** As Node's gRPC reads an entry: the end of a host, or a range of addresses. Spaces count. */
function isForEngine(entry: string): boolean {
  const [address = "", bits] = entry.split("/");
  if (bits === undefined) return engine.endsWith(entry);
  const length = Number(bits);
  if (!isIPv4(address) || !Number.isInteger(length) || length < 0 || length > 32) return false;
  const range = new BlockList();
  range.addSubnet(address, length);
  return range.check(engine);
}
