import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { fire, forSeconds, type Measured, type Shot } from "./load.ts";
import { keepOffServerCore, type Server, startEmulatorProcess, startPrism } from "./servers.ts";

/**
 * Requests a second of the emulator beside Prism, which answers from the same OpenAPI document and keeps nothing, each on
 * one core; then the emulator's memory over many requests.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "3" }, requests: { type: "string", default: "1000000" } },
});
const seconds = Number(values.seconds);
const connections = 32;
const templates = "/cdn/resources/rule_templates";

const loads: Record<string, (count: number) => Shot> = {
  "read one rule template": () => ({ method: "GET", path: `${templates}/1` }),
  "list 50 rule templates": () => ({ method: "GET", path: `${templates}?limit=50` }),
  "create a rule template": (count) => ({ method: "POST", path: templates, body: body(count) }),
};

function body(count: number): string {
  const options = { gzipOn: { enabled: true, value: true }, cors: { enabled: true, value: ["*"] } };
  return JSON.stringify({ name: `bench ${count}`, rule: `/bench/${count}`, ruleType: 0, weight: 1, options });
}

/** Other work on the machine only slows a round down: the best of these counts. */
const rounds = 3;

interface Result extends Measured {
  /** Requests for each second that the server's processor worked: what one core does when it has nothing else to do. */
  perCpuSecond: number | undefined;
}

/** The servers take turns, round by round, so that they share whatever else the machine does. */
async function measure(servers: Record<string, Server>, shot: (count: number) => Shot) {
  const best: Record<string, Result> = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, { url, cpuSeconds }] of Object.entries(servers)) {
      await fire({ url, connections, next: forSeconds(seconds / 5, shot) });
      const before = cpuSeconds();
      const measured = await fire({ url, connections, next: forSeconds(seconds, shot) });
      const after = cpuSeconds();
      const used = before === undefined || after === undefined ? undefined : after - before;
      const perCpuSecond = used === undefined ? undefined : Math.round(measured.requests / used);
      if (measured.perSecond > (best[name]?.perSecond ?? 0)) best[name] = { ...measured, perCpuSecond };
    }
  return best;
}

/** Each connection makes a template, reads it 18 times and deletes it: nothing is left, so nothing may grow. */
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
const emulator = await startEmulatorProcess();
const idleMb = emulator.memoryMb();
const openApi = await fetch(`${emulator.url}/_emulator/openapi.json`).then((answer) => answer.text());
const prism = await startPrism(openApi);
const results: Record<string, Record<string, Result>> = {};
for (const [name, shot] of Object.entries(loads)) {
  const best = await measure({ emulator, prism }, shot);
  results[name] = best;
  const line = Object.entries(best).map(([server, { perSecond, perCpuSecond }]) => {
    return `${server} ${perSecond}/s (${perCpuSecond ?? "?"} for each second of its processor)`;
  });
  console.log(`${name}: ${line.join(", ")}`);
}
await prism.stop();
await fetch(`${emulator.url}/_emulator/reset`, { method: "POST" });
const memory = await memoryOver(emulator, Number(values.requests));
await emulator.stop();
console.log(
  `memory: idle ${idleMb} MB, over ${values.requests} requests ${memory.map(({ memoryMb }) => memoryMb).join(", ")} MB`,
);

const machine = { cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg()[0], node: process.version };
const result = { machine, connections, seconds, rounds, results, idleMb, memory };
writeFileSync(new URL("last-result.json", import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
