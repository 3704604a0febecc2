import { execFileSync } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createTcp, type Server, type Socket } from "node:net";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTls } from "node:tls";
import { endpoints } from "@cloudplatform/pulumi/api";
import { createClient, type OperationClient, RequestError, scopeOf } from "@cloudplatform/pulumi/client";
import { afterAll, describe, expect, test } from "vitest";

/** A purchase is sent only once. Any outcome except an unambiguous refusal by the platform is ambiguous. */
const buy = endpoints["reservations.create"];
const body = {
  name: "metal",
  period: "MONTHS12" as const,
  regionId: 76,
  resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor" as const, resourceValue: 1 }],
};

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => void server.close()));

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** Sends a purchase and returns its error. */
async function purchase(baseUrl: string): Promise<RequestError> {
  const client = createClient({ baseUrl, apiKey: "local" }).bind(scopeOf("the test"));
  const error = await client.call(buy, { body }, { sendOnce: true }).then(
    () => expect.fail("the purchase succeeded"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof RequestError)) throw error;
  return error;
}

/** Prepares a purchase whose connection fails with a system error after the server has read the request. */
async function severed(code: string) {
  const open = new Map<number | undefined, Socket>();
  const opened = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    open.set(socket.localPort, socket);
  };
  const { baseUrl, requests } = await answering(({ remotePort }) => {
    const errno = -constants.errno[code as keyof typeof constants.errno];
    open.get(remotePort)?.destroy(Object.assign(new Error(`read ${code}`), { code, errno, syscall: "read" }));
  });
  const client = async () => {
    subscribe("undici:client:connected", opened);
    try {
      return await purchase(baseUrl);
    } finally {
      unsubscribe("undici:client:connected", opened);
    }
  };
  return { client, baseUrl, requests };
}

/** Starts a server that counts POST requests and passes their connections to `respond`. */
async function answering(respond: (socket: Socket) => void) {
  let requests = 0;
  const server = createTcp((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      if (!data.toString("latin1").includes("POST ")) return;
      requests++;
      respond(socket);
    });
  });
  return { baseUrl: `http://${await listening(server)}`, requests: () => requests };
}

function http(status: number, text: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ "content-length": String(text.length), ...headers }).map(
    ([key, value]) => `${key}: ${value}`,
  );
  return (socket: Socket) => void socket.end(`HTTP/1.1 ${status} X\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
}

const refusal = JSON.stringify({ exception_class: "ValidationError", message: "No such flavor.", request_id: "r" });
const page = "<html><h1>Forbidden</h1></html>";

describe("a purchase is ambiguous and sent once", () => {
  test.each<[string, (socket: Socket) => void]>([
    ["503", http(503, "{}")],
    ["503 with Retry-After", http(503, "{}", { "retry-after": "0" })],
    ["503 with the platform's words and Retry-After", http(503, refusal, { "retry-after": "0" })],
    ["500 with the platform's words", http(500, refusal)],
    ["502", http(502, page)],
    ["504", http(504, page)],
    ["408", http(408, refusal)],
    ["a redirect", http(307, "", { location: "https://elsewhere.example" })],
    ["403 of a gateway", http(403, page)],
    ["404 without a message", http(404, "")],
    ["413 of a gateway", http(413, page)],
    ["429 of a gateway", http(429, page, { "retry-after": "0" })],
    ["a closed connection", (socket) => void socket.end()],
    ["a reset", (socket) => void socket.resetAndDestroy()],
    ["a response that breaks off", (socket) => void socket.end("HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{")],
    ["no HTTP at all", (socket) => void socket.end("SSH-2.0-OpenSSH\r\n")],
  ])("after %s", async (_, respond) => {
    const { baseUrl, requests } = await answering(respond);
    const error = await purchase(baseUrl);
    expect(error.sideEffect).not.toBe("no");
    expect(requests()).toBe(1);
  });

  // The kernel reports these errors on open connections, for example after an ICMP message from a router.
  test.each(["EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "ECONNABORTED"])(
    "after %s on the open connection",
    async (code) => {
      const { client, baseUrl, requests } = await severed(code);
      const error = await client();
      expect(error).toMatchObject({ sideEffect: "maybe", reason: code });
      expect(error.message).toContain(`no response from ${baseUrl} to POST`);
      expect(requests()).toBe(1);
    },
  );

  test("after a TLS alert that comes when the request was written", async () => {
    const { cert, key } = certificate();
    // With TLS 1.3, the client has already sent its request when the server rejects the missing client certificate.
    const server = createTls({ cert, key, requestCert: true, rejectUnauthorized: true, minVersion: "TLSv1.3" });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      const error = await purchase(`https://${await listening(server)}`);
      expect(error).toMatchObject({ sideEffect: "maybe" });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });
});

describe("a purchase was certainly not made", () => {
  test.each([400, 401, 403, 404, 409, 422, 429])("after a refusal of %i by the platform itself", async (status) => {
    const { baseUrl } = await answering(http(status, refusal, { "retry-after": "99" }));
    expect((await purchase(baseUrl)).sideEffect).toBe("no");
  });

  test("when nothing listens there", async () => {
    expect((await purchase("http://127.0.0.1:9")).sideEffect).toBe("no");
  });

  test("when the certificate is not trusted", async () => {
    const { cert, key } = certificate();
    const baseUrl = `https://${await listening(createTls({ cert, key }))}`;
    expect((await purchase(baseUrl)).sideEffect).toBe("no");
  });
});

const place = { projectId: 1, regionId: 76 };
const posts: [name: string, send: (client: OperationClient) => Promise<unknown>, requests: number][] = [
  [
    "a rule template",
    (client) => client.call(endpoints["ruleTemplates.create"], { body: { rule: "/a", ruleType: 0 } }),
    1,
  ],
  [
    "an app template",
    (client) =>
      client.call(endpoints["appTemplates.create"], { body: { binaryId: 1, name: "a", owned: true, params: [] } }),
    1,
  ],
  ["a reservation", (client) => client.call(buy, { body }), 1],
  [
    "an upgrade",
    (client) =>
      client.call(endpoints["clusters.upgrade"], {
        params: { ...place, clusterName: "a" },
        body: { version: "v1.31.9" },
      }),
    2,
  ],
  ["a price", (client) => client.call(endpoints["prices.reservation"], { params: place, body }), 2],
];

test.each(posts)(
  "after 503 with Retry-After, %s is retried only if that creates no second object",
  async (...given) => {
    const [, send, expected] = given;
    let first = true;
    const { baseUrl, requests } = await answering((socket) => {
      if (first) http(503, "{}", { "retry-after": "0" })(socket);
      else http(400, refusal)(socket);
      first = false;
    });
    await expect(send(createClient({ baseUrl, apiKey: "local" }).bind(scopeOf("the test")))).rejects.toThrow();
    expect(requests()).toBe(expected);
  },
);

function certificate(): { cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  try {
    const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    const subject = ["-subj", "/CN=127.0.0.1", "-days", "1", "-nodes"];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", ...subject, "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
    return { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
