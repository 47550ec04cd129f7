import path from 'node:path';
import { backupInProcess } from '#server/adapters/backup-process.ts';
import { openStore } from '#server/adapters/blobs/open-blobs.ts';
import { exportInProcess } from '#server/adapters/export-process.ts';
import { importInProcess } from '#server/adapters/import-process.ts';
import { createBackupService } from '#server/services/backup/backup-service.ts';
import { createExportService } from '#server/services/export/export-service.ts';
import { createImportService } from '#server/services/imports/import-service.ts';
import type { Storage } from './create-storage.ts';
import type { RoomOptions } from './service-options.ts';

/** Creates the services that back up and export the whole site, and import one. */
export function createArchives(options: RoomOptions, { pictureFiles, ending }: Storage) {
  const { config, clock, db, failed, log } = options;
  return {
    backups: createBackupService({
      store: openStore(config, config.BACKUP_DIR, ending),
      everyHours: config.BACKUP_EVERY_HOURS,
      keep: config.BACKUP_KEEP,
      clock,
      make: options.makeBackup ?? ((file, signal) => backupInProcess(config, file, signal)),
      onMade: (name, dropped) => log.info({ name, dropped }, 'a backup was made and proved'),
      onError: failed('the backup failed'),
    }),
    imports: createImportService({
      db,
      clock,
      folder: path.join(config.DATA_DIR, 'imports'),
      largest: config.IMPORT_MAX_GB * 1024 ** 3,
      work: options.workOnImport ?? ((id, signal) => importInProcess(config, id, signal)),
      onError: failed('an import could not be done'),
    }),
    exports: createExportService({
      db,
      files: pictureFiles,
      make: options.makeExport ?? exportInProcess(config),
      onError: failed('an export ended in the middle'),
    }),
  };
}
