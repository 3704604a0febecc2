import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** Keys are derived from their names, so that a run can decrypt the secrets of an earlier run. */
const keyOf = (name: string) => createHash("sha256").update(`key of tests: ${name}`).digest();

/** The operations of Vault's transit engine that Pulumi uses: `transit/encrypt/<key>` and `transit/decrypt/<key>`. */
const operations: Record<string, (key: string, request: Record<string, string>) => Record<string, string>> = {
  encrypt(key, { plaintext = "" }) {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", keyOf(key), nonce);
    const sealed = [nonce, cipher.update(plaintext, "base64"), cipher.final(), cipher.getAuthTag()];
    return { ciphertext: `vault:v1:${Buffer.concat(sealed).toString("base64")}` };
  },
  decrypt(key, { ciphertext = "" }) {
    const sealed = Buffer.from(ciphertext.replace(/^vault:v1:/, ""), "base64");
    const decipher = createDecipheriv("aes-256-gcm", keyOf(key), sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const text = [decipher.update(sealed.subarray(12, -16)), decipher.final()];
    return { plaintext: Buffer.concat(text).toString("base64") };
  },
};

/** Secrets provider of test stacks, as `pulumi stack init` takes it. */
export const transitKey = "hashivault://test-stacks";

/**
 * Starts a transit engine for the whole run. Deriving a key from a passphrase takes 0.25 s of processor time in each CLI command,
 * 1/10 of the suite. With a secrets provider such as Vault, which many teams use, a command requests its key instead.
 * Packages, examples, templates and the secrets in `e2e/secrets` are tested with the passphrase.
 */
export default async function startTransit(): Promise<() => void> {
  const server = createServer(async (request: IncomingMessage, response) => {
    const [, operation = "", key = ""] = /^\/v1\/transit\/(\w+)\/([\w-]+)$/.exec(request.url ?? "") ?? [];
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    try {
      const run = operations[operation];
      if (run === undefined) answer(404, { errors: [`no handler for route ${request.url}`] });
      else answer(200, { data: run(key, (await json(request)) as Record<string, string>) });
    } catch (error) {
      answer(400, { errors: [String(error)] });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.VAULT_SERVER_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.VAULT_SERVER_TOKEN = "test";
  return () => {
    server.closeAllConnections();
    server.close();
  };
}
