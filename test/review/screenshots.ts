import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { render } from "../../provider/review/render/formats.ts";
import { launchChromium } from "../helpers/chromium.ts";
import { reviewOf } from "./material.ts";

/** Takes the guide's screenshots: `node test/review/screenshots.ts`. */
const folder = fileURLToPath(new URL("../../docs/images/", import.meta.url));
await mkdir(folder, { recursive: true });
const emulator = await startEmulator({ port: 0 });
const browser = await launchChromium();
try {
  const review = await reviewOf(emulator.url);
  const html = render({ ...review, platforms: ["https://api.example.com"] }, "html");
  const views = [
    ["review-light", { colorScheme: "light", viewport: { width: 1400, height: 1200 } }],
    ["review-dark", { colorScheme: "dark", viewport: { width: 1400, height: 1200 } }],
    ["review-print", { colorScheme: "dark", viewport: { width: 794, height: 1123 } }],
    ["review-phone", { colorScheme: "light", viewport: { width: 390, height: 844 } }],
  ] as const;
  for (const [name, options] of views) {
    const page = await browser.newPage(options);
    await page.setContent(html);
    if (name === "review-print") await page.emulateMedia({ media: "print" });
    await page.screenshot({ path: `${folder}${name}.png` });
    await page.close();
  }
} finally {
  await browser.close();
  await emulator.close();
}
