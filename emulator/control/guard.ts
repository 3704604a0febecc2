import type { MiddlewareHandler } from "hono";
import type { Env } from "../server/env.ts";

const loopback = /^(127(\.\d+){3}|\[::1\]|localhost)$/i;
const loopbackAddress = /^(::ffff:)?127\.|^::1$/;

/**
 * Control routes need no key, so only this machine may call them: the remote address and the Host header must be loopback
 * (another name that resolves to loopback is DNS rebinding), and the page's origin must be the emulator's.
 */
export const guard: MiddlewareHandler<Env> = async (context, next) => {
  const { incoming } = context.env;
  const origin = context.req.header("origin");
  const isLocal =
    loopbackAddress.test(incoming.socket.remoteAddress ?? "") &&
    loopback.test(hostname(incoming.headers.host)) &&
    (origin === undefined || origin === `http://${incoming.headers.host}`);
  if (!isLocal)
    return context.json({ message: "Control routes are available on this machine's loopback address only." }, 403);
  await next();
};

function hostname(host: string | undefined): string {
  return (host ?? "").replace(/:\d+$/, "");
}
