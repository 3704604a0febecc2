import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import path from "node:path";

/** A certificate for get.pulumi.com that only these tests trust. Valid until 2120. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmDCCAT+gAwIBAgIBATAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwp0ZXN0cyBv
bmx5MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAVMRMwEQYDVQQD
Ewp0ZXN0cyBvbmx5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEe3o9frSfBaes
r/0yPw/EcqSpJTThmWVwiW6X1ObQO5i08PCsjhb+evPcMeXrl7t0iClLEwAz86ea
w01SG/4J/qN+MHwwDgYDVR0PAQH/BAQDAgKEMBMGA1UdJQQMMAoGCCsGAQUFBwMB
MA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFEjnOjtxfUalRiDI2BECdUj00W7M
MCUGA1UdEQQeMByCDmdldC5wdWx1bWkuY29tggpnaXRodWIuY29tMAoGCCqGSM49
BAMCA0cAMEQCIEd9Zud9fCSsd+RAKeydtFHUvhj66jdxC2daV8LdQhmsAiAlefRo
bunWpm/lGtd8ITbjGscpxlioULGoaD1Ydars1Q==
-----END CERTIFICATE-----
`;
const KEY = {
  kty: "EC",
  crv: "P-256",
  x: "e3o9frSfBaesr_0yPw_EcqSpJTThmWVwiW6X1ObQO5g",
  y: "tPDwrI4W_nrz3DHl65e7dIgpSxMAM_OnmsNNUhv-Cf4",
  d: "fbx7e3wZkJW08JK-vN61kRInUOW6rSIdlUR7ZEaeiIY",
};

/** Replaces get.pulumi.com: a proxy that routes every address to a server with its certificate. */
export interface DownloadHost {
  /** Environment that routes the launcher's download to this host. */
  env: Record<string, string>;
  /** The requested paths. */
  requests: string[];
  /** Resolves at the first request that no earlier call awaited. */
  asked(): Promise<void>;
  /** Releases the responses that `hold` delays. */
  answer(): void;
  close(): Promise<void>;
}

/** Serves `script` as the official install script. With `hold`, each response waits for `answer()`. */
export async function startDownloadHost(folder: string, script: string, hold = false): Promise<DownloadHost> {
  const requests: string[] = [];
  const gate = Promise.withResolvers<void>();
  if (!hold) gate.resolve();
  let asked = Promise.withResolvers<void>();
  const key = createPrivateKey({ key: KEY, format: "jwk" }).export({ type: "pkcs8", format: "pem" });
  const site = https.createServer({ cert: CERTIFICATE, key }, async (request, response) => {
    requests.push(request.url ?? "");
    asked.resolve();
    await gate.promise;
    response.end(script);
  });
  const sitePort = await listen(site);
  const sockets = new Set<net.Socket>();
  const proxy = http.createServer().on("connect", (_request, client: net.Socket) => {
    const server = net.connect(sitePort, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    for (const socket of [client, server]) sockets.add(socket.on("error", () => socket.destroy()));
    server.pipe(client).pipe(server);
  });
  const proxyUrl = `http://127.0.0.1:${await listen(proxy)}`;
  const certificateFile = path.join(folder, "certificate.pem");
  fs.writeFileSync(certificateFile, CERTIFICATE);
  return {
    env: { HTTPS_PROXY: proxyUrl, https_proxy: proxyUrl, NO_PROXY: "", NODE_EXTRA_CA_CERTS: certificateFile },
    requests,
    asked: async () => {
      await asked.promise;
      asked = Promise.withResolvers();
    },
    answer: () => gate.resolve(),
    close: async () => {
      gate.resolve();
      for (const socket of sockets) socket.destroy();
      site.closeAllConnections();
      await Promise.all([site, proxy].map((server) => once(server.close(), "close")));
    },
  };
}

async function listen(server: net.Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** Returns a script with the visible effect of the official install script: files in the folder of --install-root. */
export function installScript(says: string): string {
  return `#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in
    --install-root) root=$2; shift ;;
    --version) version=$2; shift ;;
  esac
  shift
done
mkdir -p "$root/bin"
for name in pulumi pulumi-language-nodejs pulumi-resource-pulumi-nodejs; do
  printf '#!/bin/sh\\necho ${says}\\n' "$version" > "$root/bin/$name"
  chmod 755 "$root/bin/$name"
done
`;
}
