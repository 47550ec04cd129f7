import { BackupFault } from '#server/services/backup/backup-fault.ts';

/**
 * Returns a signal that Ctrl-C or SIGTERM aborts, so that a command can remove its unfinished work. A second one ends
 * the process at once. `said` is the message for the person who stopped it.
 */
export function stopSignal(said = 'Stopped. Nothing was changed.'): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort(new BackupFault(said));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return controller.signal;
}
