import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { cluster, clustersPath, type Running, running, template } from "../platform.ts";

export const templates = "/cdn/resources/rule_templates";

/** The console in a browser, and its emulator. */
export interface Opened extends Running {
  page: Page;
  /** Errors in the browser. */
  complaints: string[];
  /** URLs that the page requested. */
  asked: string[];
  /** Opens an address of the console, such as `requests?status=4xx`. */
  visit: (address: string) => Promise<void>;
}

interface Options extends BrowserContextOptions {
  recordBodies?: boolean;
  /** Without requests and tasks, as after the first start. */
  isNew?: boolean;
}

/** Opens the console of an emulator with a cluster in creation, an accepted request and a refused request. */
export async function opened(browser: Browser, options: Options = {}): Promise<Opened> {
  const { recordBodies = true, isNew = false, ...contextOptions } = options;
  const platform = await running({ recordBodies });
  const { call, control, emulator } = platform;
  await control("POST", "clock", { pause: true });
  if (!isNew) {
    await call("POST", clustersPath, { body: cluster });
    await control("POST", "clock", { advanceMs: 5 * 60_000 });
    const options = { secure_key: { enabled: true, key: "planted-secret" } };
    await call("POST", templates, { body: { ...template, options } });
    await call("POST", templates, { body: { ...template, ruleType: 9 } });
  }
  const context = await browser.newContext(contextOptions);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => asked.push(request.url()));
  const visit = async (address: string) => {
    await page.goto(`${emulator.console}#/${address}`);
    await page.locator("main h1").waitFor();
  };
  await visit("");
  return { ...platform, page, complaints, asked, visit };
}
