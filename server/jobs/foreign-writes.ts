import type { OpenDatabase } from '#server/db/open.ts';

/**
 * Notices, within a second, when another process has written into the database (`import` beside a running server):
 * SQLite's `data_version` changes only with writes of other connections. Returns the function that ends the watching.
 */
export function watchForeignWrites({ sqlite }: OpenDatabase, onForeignWrite: () => void): () => void {
  const version = () => sqlite.pragma('data_version', { simple: true });
  let seen = version();
  const timer = setInterval(() => {
    const now = version();
    if (now === seen) return;
    seen = now;
    onForeignWrite();
  }, 1000);
  timer.unref();
  return () => clearInterval(timer);
}
