import { EventEmitter } from 'node:events';
import { strictClass } from './strict.ts';

/**
 * The system's own updater, as on Linux: it cannot update, and only announces that the app is about to end for an
 * update.
 */
class AutoUpdater extends EventEmitter {}
strictClass('autoUpdater', AutoUpdater);
export const autoUpdater = new AutoUpdater();
