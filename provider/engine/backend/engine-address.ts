import { connect } from "node:net";

let sentAddress: string | undefined;

/** Sets the address of an engine that sends it, as to the native provider. */
export function setEngineAddress(address: string): void {
  if (address !== "") sentAddress = address;
}

/** Returns the address of the engine that started this provider: an argument of its process. Undefined without an engine. */
export function engineAddress(): string | undefined {
  if (sentAddress !== undefined) return sentAddress;
  return process.argv.slice(2).find((argument) => /^[\w.[\]:-]+:\d+$/.test(argument));
}

/** Maximum wait for a connection on this machine; a live engine accepts at once. */
const connectMs = 2_000;

/** Whether the engine that started this provider has ended, so that a response no longer reaches it. */
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
