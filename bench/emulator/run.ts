import { parseArgs } from "node:util";
import { recordResult } from "../results/record.ts";
import { fire, forSeconds, type Measured, type Shot } from "./load.ts";
import { measureManyObjects } from "./many.ts";
import {
  keepOffServerCore,
  prismVersion,
  type Server,
  startBareServer,
  startEmulatorProcess,
  startPrism,
} from "./servers.ts";

/**
 * Requests per second of the emulator, compared with Prism, which responds from the same OpenAPI document and keeps no state,
 * and with Node's HTTP server alone, each on one core; the emulator's memory over many requests; a start with a million objects,
 * and the console with a hundred thousand.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "3" }, requests: { type: "string", default: "200000" } },
});
const seconds = Number(values.seconds);
const connections = 32;
const templates = "/cdn/resources/rule_templates";

const loads: Record<"read" | "list" | "create", (count: number) => Shot> = {
  read: () => ({ method: "GET", path: `${templates}/1` }),
  list: () => ({ method: "GET", path: `${templates}?limit=50` }),
  create: (count) => ({ method: "POST", path: templates, body: body(count) }),
};

function body(count: number): string {
  const options = { gzipOn: { enabled: true, value: true }, cors: { enabled: true, value: ["*"] } };
  return JSON.stringify({ name: `bench ${count}`, rule: `/bench/${count}`, ruleType: 0, weight: 1, options });
}

const rounds = 5;

interface Round {
  perSecond: number;
  /** Requests per second of processor time: the throughput of one core that does nothing else. */
  perCpuSecond: number | undefined;
}

/** The servers alternate round by round, so that other load on the machine affects both. */
async function measure(servers: Record<"emulator" | "prism" | "bare", Server>, shot: (count: number) => Shot) {
  const round = async ({ url, cpuSeconds }: Server): Promise<Round> => {
    await fire({ url, connections, next: forSeconds(seconds / 5, shot) });
    const before = cpuSeconds();
    const { requests, perSecond }: Measured = await fire({ url, connections, next: forSeconds(seconds, shot) });
    const after = cpuSeconds();
    const isKnown = before !== undefined && after !== undefined;
    return { perSecond, perCpuSecond: isKnown ? requests / (after - before) : undefined };
  };
  const taken: Record<keyof typeof servers, Round>[] = [];
  for (let count = 0; count < rounds; count++)
    taken.push({
      emulator: await round(servers.emulator),
      prism: await round(servers.prism),
      bare: await round(servers.bare),
    });
  return taken;
}

/** If the system does not report processor time, wall-clock time is used. */
const rate = ({ perSecond, perCpuSecond }: Round) => perCpuSecond ?? perSecond;

/** Each connection creates a template, reads it 18 times and deletes it: nothing is left, so memory must not grow. */
async function memoryOver(server: Server, requests: number): Promise<{ requests: number; memoryMb: number }[]> {
  const samples = [{ requests: 0, memoryMb: server.memoryMb() }];
  const step = Math.ceil(requests / 10);
  let sent = 0;
  const ids = new Map<number, { id: number; reads: number }>();
  const next = (lane: number, last: { text: string } | undefined): Shot | undefined => {
    const current = ids.get(lane);
    if (current === undefined && sent >= requests) return undefined;
    if (++sent % step === 0) samples.push({ requests: sent, memoryMb: server.memoryMb() });
    if (current === undefined) {
      ids.set(lane, { id: 0, reads: 0 });
      return { method: "POST", path: templates, body: body(sent) };
    }
    if (current.id === 0) current.id = Number(JSON.parse(last?.text ?? "{}").id);
    const path = `${templates}/${current.id}`;
    if (current.reads++ < 18) return { method: "GET", path };
    ids.delete(lane);
    return { method: "DELETE", path };
  };
  const measured = await fire({ url: server.url, connections, next });
  console.error("memory", measured, samples);
  return samples;
}

keepOffServerCore();
const figures: Record<string, number | number[]> = {};
const emulator = await startEmulatorProcess();
const openApi = await fetch(`${emulator.url}/_emulator/openapi.json`).then((answer) => answer.text());
const prism = await startPrism(openApi);
const template = await fetch(`${emulator.url}${templates}/1`).then((answer) => answer.text());
const bare = await startBareServer(template);
for (const [name, shot] of Object.entries(loads)) {
  const taken = await measure({ emulator, prism, bare }, shot);
  figures[`${name}.emulatorPerSecond`] = taken.map((round) => rate(round.emulator));
  figures[`${name}.prismPerSecond`] = taken.map((round) => rate(round.prism));
  figures[`${name}.ratio`] = taken.map((round) => rate(round.emulator) / rate(round.prism));
  if (name === "read") figures["read.share"] = taken.map((round) => rate(round.emulator) / rate(round.bare));
  console.log(`${name}: ${taken.map((round) => JSON.stringify(round)).join(" ")}`);
}
await prism.stop();
await bare.stop();
await fetch(`${emulator.url}/_emulator/reset`, { method: "POST" });
const memory = await memoryOver(emulator, Number(values.requests));
await emulator.stop();
figures["memoryMb.start"] = memory[0]?.memoryMb ?? 0;
figures["memoryMb.end"] = memory.at(-1)?.memoryMb ?? 0;
const many = await measureManyObjects(rounds);
console.log(`Many objects: ${JSON.stringify(many)}`);
for (const [name, figure] of Object.entries(many)) figures[`many.${name}`] = figure;
recordResult({
  bench: "emulator",
  sources: ["emulator", "provider/api", "provider/schema"],
  figures,
  versions: { prism: prismVersion },
});
