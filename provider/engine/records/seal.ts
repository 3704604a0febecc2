import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * Encrypts a text that must outlive the process and that only the next process may read. The API key is the one secret that both
 * have; a key that is derived from it never leaves the process.
 */
export function seal(text: string, apiKey: string): string {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(apiKey, salt), nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), encrypted]).toString("base64");
}

/** Decrypts a text from {@link seal}; undefined with another API key. */
export function unseal(sealed: string, apiKey: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64");
  const [salt, nonce, tag] = [bytes.subarray(0, 16), bytes.subarray(16, 28), bytes.subarray(28, 44)];
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(apiKey, salt), nonce).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function keyOf(apiKey: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", apiKey, salt, "cloudplatform record of a creation", 32));
}
