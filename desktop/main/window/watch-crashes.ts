import type { BrowserWindow } from 'electron';

/** Milliseconds: a page that ends more often is not started again by itself. */
const CRASH_PAUSE = 10_000;

/** Starts a page that has crashed again: what was typed is on the disk, and a run resumes. */
export function watchCrashes(
  { webContents }: BrowserWindow,
  { onCrash, mayReload }: { onCrash(fault: string): void; mayReload(): boolean },
): void {
  let crashedAt = Number.NEGATIVE_INFINITY;
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    onCrash(`${reason}, ${exitCode}`);
    const now = Date.now();
    const isAgain = now - crashedAt < CRASH_PAUSE;
    crashedAt = now;
    if (!isAgain && reason !== 'clean-exit' && mayReload()) webContents.reload();
  });
}
