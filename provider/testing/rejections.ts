import { AsyncLocalStorage } from "node:async_hooks";

type Listener = (reason: unknown, promise: Promise<unknown>) => void;

const current = new AsyncLocalStorage<unknown[]>();
const active = new Set<unknown[]>();
let others: Listener[] = [];

/**
 * Runs a program and collects the rejections that it leaves unhandled: the SDK reports many failures only that way, and a test
 * runner would fail on them although the test expects them.
 */
export async function takingRejections<T>(found: unknown[], run: () => Promise<T>): Promise<T> {
  if (active.size === 0) {
    others = process.listeners("unhandledRejection") as Listener[];
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", take);
  }
  active.add(found);
  try {
    return await current.run(found, run);
  } finally {
    // The last rejections are reported after the current turn.
    await new Promise((resolve) => setImmediate(resolve));
    active.delete(found);
    if (active.size === 0) {
      process.off("unhandledRejection", take);
      for (const one of others) process.on("unhandledRejection", one);
    }
  }
}

const take: Listener = (reason) => {
  const own = current.getStore();
  for (const found of own === undefined ? active : [own]) if (!found.includes(reason)) found.push(reason);
};
