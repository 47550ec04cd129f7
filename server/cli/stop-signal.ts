import { BackupFault } from '#server/services/backup/backup-fault.ts';

/** Aborted by Ctrl-C or SIGTERM, so that a command takes away what it has half done. A second one ends it at once. `said`: to whoever ended it. */
export function stopSignal(said = 'Stopped. Nothing was changed.'): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort(new BackupFault(said));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return controller.signal;
}
