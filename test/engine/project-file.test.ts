import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backendUrl, isSelfManaged } from "../../provider/engine/backend/backend-url.ts";
import { projectAt } from "../../provider/review/model/project.ts";

test.each([
  ["Pulumi.yaml", "name: shop\nbackend:\n  url: https://api.example.com\n"],
  ["Pulumi.yml", '"name": "shop"\nbackend: # ours\n  url: "https://api.example.com"\n'],
  [
    "Pulumi.json",
    '{\n  "runtime": { "name": "nodejs" },\n  "name": "shop",\n  "backend": {\n    "url": "https://api.example.com"\n  }\n}\n',
  ],
])("a project in %s is found from below, with its backend", (name, text) => {
  const folder = mkdtempSync(join(tmpdir(), "project-file-"));
  const below = join(folder, "below");
  mkdirSync(below);
  writeFileSync(join(folder, name), text);
  expect(projectAt(below)).toEqual({ project: "shop", folder });
  const url = backendUrl(below, {});
  expect(url).toBe("https://api.example.com");
  expect(isSelfManaged(url)).toBe(false);
});
