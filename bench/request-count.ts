import { sendControl } from "../test/helpers/control.ts";

/** Number of requests that an emulator has received so far: its log keeps only the latest. */
export async function requestCount({ url }: { url: string }): Promise<number> {
  const { lastSeq } = (await sendControl(url, "GET", "requests?limit=0")) as { lastSeq: number };
  return lastSeq;
}
