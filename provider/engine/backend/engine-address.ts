import { connect } from "node:net";

let sentAddress: string | undefined;

/** Sets the address of an engine that sends it (the native provider's). */
export function setEngineAddress(address: string): void {
  if (address !== "") sentAddress = address;
}

/** Address of the engine that started this provider: the first argument of its process. Undefined outside of one. */
export function engineAddress(): string | undefined {
  if (sentAddress !== undefined) return sentAddress;
  return process.argv.slice(2).find((argument) => /^[\w.[\]:-]+:\d+$/.test(argument));
}

/** Longest wait for a connection on this machine; an engine that is alive accepts it at once. */
const connectMs = 2_000;

/** Whether the engine that started this provider has ended: a response no longer reaches it. */
export async function engineIsGone(address = engineAddress()): Promise<boolean> {
  if (address === undefined) return false;
  const [, host, port] = /^(.*):(\d+)$/.exec(address) ?? [];
  return new Promise((resolve) => {
    const socket = connect({ host: host?.replace(/[[\]]/g, ""), port: Number(port), timeout: connectMs });
    const end = (isGone: boolean) => {
      socket.destroy();
      resolve(isGone);
    };
    socket.once("connect", () => end(false));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(true));
  });
}
