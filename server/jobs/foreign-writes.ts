import type { OpenDatabase } from '#server/db/open.ts';

/**
 * Notices what another process wrote into the database (`import` beside a running server) within a second: SQLite's
 * `data_version` changes by writes of other connections only. Gives the function that stops looking.
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
