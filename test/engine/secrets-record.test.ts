import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "intents-"));
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { forgetRecordOf, CreateRecordFile } = await import("../../provider/engine/records/create-record-file.ts");
const { OperationSecrets, withSecrets } = await import("../../provider/engine/secrets/operation-secrets.ts");

const urn = "urn:pulumi:test::test::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate::one";
const baseUrl = "https://api.example.com";

/** Runs an operation of a resource whose input `name` is secret. */
function withKey<T>(sealKey: string, action: () => Promise<T>): Promise<T> {
  const secrets = new OperationSecrets([["name"]], [{ name: "planted-name" }], []);
  secrets.sealKey = sealKey;
  return withSecrets(secrets, action);
}

test("a record that holds a secret is encrypted, and only the same API key reads it", async () => {
  const facts = { mark: { request: { name: "planted-name" } } };
  const place = await withKey("key-1", async () => {
    const record = await CreateRecordFile.open(urn, baseUrl);
    await record.note(facts);
    return record.place;
  });
  const text = readFileSync(place, "utf8");
  expect(text).toContain(urn);
  expect(text).not.toContain("planted");
  const { previous } = await withKey("key-1", () => CreateRecordFile.open(urn, baseUrl));
  expect(previous).toMatchObject(facts);
  await expect(withKey("key-2", () => CreateRecordFile.open(urn, baseUrl))).rejects.toThrow(
    /encrypted with another API key\. Nothing was sent\. Run once more with the API key of the interrupted run/,
  );
});

test("a finished record goes when its resource is seen in state, also after the key was rotated", async () => {
  const rotated = `${urn}-rotated`;
  const place = await withKey("key-1", async () => {
    const record = await CreateRecordFile.open(rotated, baseUrl);
    await record.note({ mark: { request: { name: "planted-name" } } });
    await record.noteResponse({ id: "77" });
    return record.place;
  });
  expect(readFileSync(place, "utf8")).not.toContain('77"');
  await withKey("key-2", () => forgetRecordOf(rotated, baseUrl, "78"));
  expect(existsSync(place)).toBe(true);
  await withKey("key-2", () => forgetRecordOf(rotated, baseUrl, "77"));
  expect(existsSync(place)).toBe(false);
});

test("a record belongs to its account, whatever the port and path of the platform are now", async () => {
  const moved = `${urn}-moved`;
  const facts = { mark: { after: 41 } };
  await withKey("key-1", async () => (await CreateRecordFile.open(moved, "http://127.0.0.1:4444", 5)).note(facts));
  const at = (url: string, account?: number) => withKey("key-1", () => CreateRecordFile.open(moved, url, account));
  expect((await at("https://localhost:5555/v1", 5)).previous).toEqual(facts);
  expect((await at("https://localhost:5555/v1", 6)).previous).toBeUndefined();
  // A copy of a platform has the same accounts.
  await expect(at("https://copy.example.com", 5)).rejects.toThrow(
    /is of localhost:4444, .* point to copy\.example\.com\..*MOVED_FROM=localhost:4444/,
  );
  process.env.CLOUDPLATFORM_MOVED_FROM = "localhost:4444";
  onTestFinished(() => void delete process.env.CLOUDPLATFORM_MOVED_FROM);
  expect((await at("https://moved.example.com", 5)).previous).toEqual(facts);
  // A record written before the account was known is found by the address.
  await withKey("key-1", async () =>
    (await CreateRecordFile.open(moved, "http://127.0.0.1:5555")).note({ mark: { after: 42 } }),
  );
  expect((await at("http://127.0.0.1:5555", 6)).previous).toEqual({ mark: { after: 42 } });
});

test("a record without secrets stays readable", async () => {
  const other = `${urn}-2`;
  const place = await withKey("key-1", async () => {
    const record = await CreateRecordFile.open(other, baseUrl);
    await record.note({ mark: { after: 41 } });
    return record.place;
  });
  expect(readFileSync(place, "utf8")).toContain('"after":41');
});
