import { answerOf, type InProcessEmulator } from "../../../emulator/in-process.ts";
import { defaults } from "../../../emulator/options.ts";
import type { Platform } from "../../../emulator/platform.ts";
import type { Process } from "./machine.ts";
import type { Simulation } from "./simulation.ts";

/** The part of a request that undici passes to its dispatchers. */
interface Request {
  origin: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

interface Response {
  statusCode: number;
  headers: Record<string, string>;
  body: { arrayBuffer(): Promise<ArrayBuffer> };
}

interface Handler {
  onRequestStart?(controller: object, context: object): void;
}

type Dispatch = (request: Request, handler: Handler) => boolean;

/** What happens to a request in transit, in addition to the platform's own faults. */
export type Disturbance =
  /** The platform receives it twice: a proxy may repeat an idempotent request (RFC 9110 §9.2.2). The second response arrives. */
  | "repeated"
  /** The platform acts, but the response arrives after the client has stopped waiting. */
  | "silent";

/** The fate of a held request. */
export type Fate =
  | "answered"
  | "request lost"
  | "response lost"
  /** The request arrives later, when the client no longer waits for it. */
  | { arrivesAfter: Promise<unknown> }
  | { isAnsweredAfter: Promise<unknown> };

/** A request, recorded for the invariants. */
export interface Begun {
  /** Title of the sending process. */
  title: string;
  method: string;
  path: string;
  body: string | undefined;
  atMs: number;
}

/** Maximum duration of each direction. */
const wayMs = 40;
/** The client's own timeout for the headers of a response. */
const headersMs = 60_000;

/** An account of the platform, to which its key leads. The emulator handles its requests. */
export interface Account {
  url: string;
  apiKey: string;
  platform: Platform;
  answer: InProcessEmulator["answer"];
}

export function accountOf(platform: Platform, url: string, apiKey: string): Account {
  return { url, apiKey, platform, answer: answerOf(platform, { ...defaults, apiKey }) };
}

/** Transports requests to the platform with random delays, and loses those that the life chooses. */
export class Network {
  readonly #simulation: Simulation;
  readonly accounts: Account[];
  /** The requests of the current step that have been sent. */
  begun: Begun[] = [];
  /** What happens to the next requests that change something. */
  disturbances: (Disturbance | undefined)[] = [];
  planned = 0;
  /** Called before a request is sent, and when its response arrives. A life can kill the process in it. */
  watch: (when: "before" | "after", request: Request, process: Process) => void = () => {};

  /** Holds a request in transit as long as a script requires; undefined: the request continues. */
  gate: (process: Process, request: Request) => Promise<Fate> | undefined = () => undefined;

  constructor(simulation: Simulation, accounts: Account[]) {
    this.#simulation = simulation;
    this.accounts = accounts;
  }

  /** Sets what happens to the next requests that change something; undefined: nothing happens to that request. */
  plan(disturbances: readonly (Disturbance | undefined)[]): void {
    this.disturbances = [...disturbances];
    this.planned = disturbances.length;
  }

  /** Replaces undici's class in a process. */
  poolOf(process: Process) {
    const dispatch = (request: Request, begin: () => void) => this.#request(process, request, begin);
    return class {
      compose(interceptor: (dispatch: Dispatch) => Dispatch) {
        return {
          request: (request: Request) =>
            new Promise<Response>((resolve, reject) => {
              const send: Dispatch = (given, handler) => {
                dispatch(given, () => handler.onRequestStart?.({}, {})).then(resolve, reject);
                return true;
              };
              interceptor(send)(request, {});
            }),
        };
      }
    };
  }

  async #request(process: Process, request: Request, begin: () => void): Promise<Response> {
    await process.io(wayMs, () => undefined);
    if (request.signal?.aborted === true) throw aborted();
    begin();
    const { method, path, body } = request;
    this.begun.push({ title: process.title, method, path, body, atMs: this.#simulation.nowMs });
    this.watch("before", request, process);
    const disturbance = request.method === "GET" ? undefined : this.disturbances.shift();
    const arrived = this.#arrive(process, request, disturbance === "repeated" && request.method !== "POST" ? 2 : 1);
    const response = await process.awaits(arrived);
    if (disturbance === "silent") {
      await process.io(0, () => undefined);
      await process.awaits(new Promise<void>((resolve) => this.#simulation.after(headersMs, resolve)));
      throw failed("UND_ERR_HEADERS_TIMEOUT");
    }
    await process.io(wayMs, () => undefined);
    this.watch("after", request, process);
    if (response === undefined) throw failed("UND_ERR_SOCKET");
    return response;
  }

  /** Carries the request to the platform, whatever happens to its sender. Undefined: the connection was closed. */
  async #arrive(process: Process, request: Request, times: number): Promise<Response | undefined> {
    const fate = await this.gate(process, request);
    if (fate === "request lost") return undefined;
    if (typeof fate === "object" && "arrivesAfter" in fate) {
      void fate.arrivesAfter.then(() => this.#simulation.atOnce(() => this.#handle(process, request)));
      return undefined;
    }
    let response: Response | undefined;
    for (let time = 0; time < times; time++) {
      await this.#simulation.pause(wayMs);
      response = await this.#simulation.atOnce(() => this.#handle(process, request));
    }
    if (typeof fate === "object") await fate.isAnsweredAfter;
    return fate === "response lost" ? undefined : response;
  }

  async #handle(process: Process, { origin, path, method, headers, body }: Request): Promise<Response | undefined> {
    const account = this.accounts.find(
      ({ url, apiKey }) => url === origin && headers.authorization?.endsWith(` ${apiKey}`) === true,
    );
    if (account === undefined) throw failed("ENOTFOUND");
    const response = await account.answer({ method, url: `${origin}${path}`, headers, body });
    this.#simulation.note(`${process.title}: ${method} ${path} ${body ?? ""} → ${response?.status ?? "closed"}`);
    if (response === undefined) return undefined;
    const { status, bytes } = response;
    return { statusCode: status, headers: response.headers, body: { arrayBuffer: async () => bytes } };
  }
}

function failed(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function aborted(): Error {
  return Object.assign(new Error("aborted"), { name: "AbortError", code: "UND_ERR_ABORTED" });
}
