import { type Emulator, type EmulatorOptions, startEmulator } from "@cloudplatform/emulator";
import { type Dispatcher, request } from "undici";
import { onTestFinished } from "vitest";

type Method = Dispatcher.HttpMethod;

export interface Answered {
  status: number;
  headers: Dispatcher.ResponseData["headers"];
  text: string;
  /** The parsed body, untyped as for any API client. Undefined without a body. */
  body: ReturnType<typeof JSON.parse>;
}

interface Sent {
  body?: unknown;
  /** Sent unchanged. */
  text?: string | Buffer;
  headers?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
}

/** An emulator with functions that send requests to it. */
export interface Running {
  emulator: Emulator;
  /** Sends a request to the platform, with the key. */
  call: (method: Method, path: string, sent?: Sent) => Promise<Answered>;
  /** Sends a control request; the path is below `/_emulator/`. */
  control: (method: Method, path: string, body?: unknown) => Promise<Answered>;
}

const authorized = { authorization: "apikey local" };

/** Starts an emulator for one test, by default on a free port and in memory. */
export async function running(options: Partial<EmulatorOptions> = {}): Promise<Running> {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  return { emulator, ...speaker(emulator.url) };
}

/** Returns functions that send requests to a platform. */
export function speaker(url: string): Omit<Running, "emulator"> {
  const call: Running["call"] = async (method, path, { body, text, headers, query } = {}) => {
    const hasBody = body !== undefined || text !== undefined;
    const type: Record<string, string> = hasBody ? { "content-type": "application/json" } : {};
    return await answered(
      await request(`${url}${path}`, {
        method,
        query,
        headers: { ...authorized, ...type, ...headers },
        body: text ?? (body === undefined ? null : JSON.stringify(body)),
      }),
    );
  };
  const control: Running["control"] = (method, path, body) => call(method, `/_emulator/${path}`, { body });
  return { call, control };
}

async function answered({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Answered> {
  const text = await body.text();
  const isJson = String(headers["content-type"] ?? "").includes("json") && text !== "";
  return { status: statusCode, headers, text, body: isJson ? parsed(text) : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const clustersPath = "/cloud/v2/k8s/clusters/1/76";

/** A valid pool. */
export const pool = {
  name: "general",
  flavor_id: "g1-standard-2-4",
  min_node_count: 2,
  max_node_count: 5,
  boot_volume_size: 50,
  boot_volume_type: "ssd_hiiops",
  servergroup_policy: "soft-anti-affinity",
};

/** A valid body for a cluster. */
export const cluster = { name: "edge-1", keypair: "ops", version: "v1.31.9", pools: [pool] };

/** A valid body for a rule template. */
export const template = { rule: "/images/.*", ruleType: 0 };

/** Longer than the longest task of the platform. */
export const longMs = 60 * 60 * 1000;

/** Creates a cluster and waits until it is provisioned. */
export async function madeCluster({ call, control }: Omit<Running, "emulator">, body: object = cluster): Promise<void> {
  const { status, text } = await call("POST", clustersPath, { body });
  if (status !== 200) throw new Error(`Creating the cluster was answered ${status}: ${text}`);
  await control("POST", "clock", { advanceMs: longMs });
}
