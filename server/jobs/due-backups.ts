import type { BackupService } from '#server/services/backup/backup-service.ts';

/** Milliseconds from the start to the first look: the site comes first. */
const FIRST_LOOK = 5000;
/** Looked at by the clock's time again and again: a timer sees neither a clock that jumps nor a machine that sleeps. */
const EVERY = 60_000;

/** Has backups made when they are due. Gives the function that ends it. */
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
