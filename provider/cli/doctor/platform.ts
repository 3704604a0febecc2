import { type Endpoint, endpoints } from "../../api/index.ts";
import type { Call } from "../../client/call-types.ts";
import {
  ConnectionError,
  detailOf,
  InvalidResponseError,
  type OperationClient,
  PlatformError,
  ResponseError,
} from "../../client/index.ts";
import { type Finding, note, ok, problem } from "./finding.ts";

/** A larger difference invalidates signatures and the times of tokens and logs. */
const clockToleranceMs = 30_000;

/** A cheap request for each permission that resources and lookups need. */
interface Probe {
  right: string;
  endpoint: Endpoint;
  call: Record<string, unknown>;
}

function probes({ settings }: OperationClient): Probe[] {
  const { projectId, regionId, clientId } = settings;
  const page = { limit: 1 };
  const all: (Probe | undefined)[] = [
    { right: "read CDN rule templates", endpoint: endpoints["ruleTemplates.list"], call: {} },
    { right: "read edge-app templates", endpoint: endpoints["appTemplates.list"], call: { query: page } },
    { right: "read edge apps", endpoint: endpoints["apps.list"], call: { query: page } },
    { right: "read reservations", endpoint: endpoints["reservations.list"], call: { query: page } },
    { right: "read streams", endpoint: endpoints["streams.list"], call: {} },
    projectId !== undefined && regionId !== undefined
      ? {
          right: "read Kubernetes clusters",
          endpoint: endpoints["clusters.list"],
          call: { params: { projectId, regionId } },
        }
      : undefined,
    clientId !== undefined
      ? { right: "read quotas", endpoint: endpoints["notificationThreshold.get"], call: { params: { clientId } } }
      : undefined,
  ];
  return all.filter((one) => one !== undefined);
}

/** Checks whether the platform is reachable, whether it accepts the key, and what the key may read. */
export async function platformFindings(client: OperationClient): Promise<Finding[]> {
  const results = await Promise.all(probes(client).map((probe) => ask(client, probe)));
  const unreachable = results.find(({ error }) => error instanceof ConnectionError)?.error;
  if (unreachable instanceof ConnectionError)
    return [
      problem("platform", unreachable.detail, "Correct cloudplatform:baseUrl, or the network, proxy or certificate."),
    ];
  if (results.every(({ error }) => isOfNoPlatform(error)))
    return [
      problem(
        "platform",
        `${client.settings.baseUrl} answers, but not as the platform's API does: ${detailOf(results[0]?.error)}`,
        "Correct cloudplatform:baseUrl (it may need a path), or the gateway, proxy or login page in between.",
      ),
    ];
  const findings = [ok("platform", `${client.settings.baseUrl} answers`)];
  const refused = results.filter(({ error }) => statusOf(error) === 401);
  if (refused.length === results.length) {
    const advice =
      "Create a key in the platform's console, and set it with `pulumi config set --secret cloudplatform:apiKey`.";
    return [...findings, problem("API key", "not accepted (401)", advice)];
  }
  findings.push(ok("API key", "accepted"), ...(await accountFindings(client)));
  return [...findings, ...results.map(rightFinding)];
}

/** The account of the key, on platforms that report it. */
async function accountFindings(client: OperationClient): Promise<Finding[]> {
  try {
    const { plan, appCount: apps, networks } = await client.call(endpoints["edgeAccount.get"], {});
    const names = (networks ?? []).map(({ name }) => name).join(", ");
    return [
      ok("edge account", `plan ${plan ?? "unknown"}, ${apps ?? "unknown"} apps, networks: ${names || "unknown"}`),
    ];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [];
  }
}

interface Asked {
  right: string;
  error: unknown;
}

async function ask(client: OperationClient, { right, endpoint, call }: Probe): Promise<Asked> {
  try {
    await client.call(endpoint, call as Call<Endpoint>);
    return { right, error: undefined };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { right, error };
  }
}

function rightFinding({ right, error }: Asked): Finding {
  const subject = `may ${right}`;
  if (error === undefined) return ok(subject, "yes");
  const status = statusOf(error);
  const advice = "If the stack needs this, give the key's user a role with the permission.";
  if (status === 401 || status === 403) return note(subject, `no (${status})`, advice);
  return note(subject, detailOf(error));
}

/** Typical responses of a wrong address, a gateway or a login page. */
function isOfNoPlatform(error: unknown): boolean {
  const status = statusOf(error);
  return status === 404 || status === 410 || error instanceof InvalidResponseError;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof ResponseError ? error.status : undefined;
}

/** Compares this machine's clock with the platform's, using the `Date` header of any response (a resolution of one second). */
export async function clockFinding(baseUrl: string, signal: AbortSignal): Promise<Finding | undefined> {
  const before = Date.now();
  const response = await fetch(baseUrl, { method: "HEAD", redirect: "manual", signal }).catch(() => undefined);
  const date = Date.parse(response?.headers.get("date") ?? "");
  if (Number.isNaN(date)) return undefined;
  const differenceMs = date - (before + Date.now()) / 2;
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  if (Math.abs(differenceMs) <= clockToleranceMs) return ok("clock", `differs from the platform's by ${seconds} s`);
  const direction = differenceMs > 0 ? "behind" : "ahead of";
  return problem("clock", `${seconds} s ${direction} the platform's`, "Synchronize this machine's clock (NTP).");
}
