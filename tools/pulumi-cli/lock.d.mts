/** Takes the lock, and waits while another process owns it. `onWait(pid)` is called once, before waiting. */
export function takeLock(
  file: string,
  options: { signal: AbortSignal; onWait: (pid: number | undefined) => void },
): Promise<{ release(): void }>;
