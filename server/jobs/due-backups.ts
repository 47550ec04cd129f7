import type { BackupService } from '#server/services/backup/backup-service.ts';

/** The time, in milliseconds, from the start to the first check: starting the site comes first. */
const FIRST_LOOK = 5000;
/**
 * Checked by the clock at this interval: one long timer would notice neither a clock that jumps nor a machine that
 * sleeps.
 */
const EVERY = 60_000;

/** Makes backups when they are due. Returns the function that ends it. */
export function watchDueBackups(options: {
  backups: Pick<BackupService, 'beginIfDue'>;
  onError: (error: unknown) => void;
}): () => void {
  const { backups, onError } = options;
  const look = () => {
    backups.beginIfDue().catch(onError);
  };
  const first = setTimeout(look, FIRST_LOOK);
  const timer = setInterval(look, EVERY);
  first.unref();
  timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
