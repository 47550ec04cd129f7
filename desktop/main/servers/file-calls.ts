import type { CallsOf } from '../ipc/answer-call.ts';
import { downloadFile } from '../ipc/download-file.ts';
import { openText, saveText, type TextFileOptions } from '../ipc/text-files.ts';
import type { ServerInUse } from './server-in-use.ts';

interface FileCallOptions extends TextFileOptions {
  /** Opens the folder of a file, with the file selected in it. */
  showInFolder(file: string): void;
  /** Called when the owner has opened a text file. */
  onFileOpened(file: string): void;
}

/** Returns the handlers for files of this computer, which the owner chooses. */
export function fileCalls(inUse: ServerInUse, options: FileCallOptions): Omit<CallsOf<'files'>, 'files.drag-text'> {
  return {
    'files.show-damaged': () =>
      inUse.ask(async (open) => {
        const file = open.damagedFile();
        if (file !== null) options.showInFolder(file);
      }, undefined),
    'files.save-text': async (file) => ({ saved: await saveText(file, options) }),
    'files.download': async (wanted) => ({
      saved: await inUse.ask((open) => downloadFile(wanted, { ...options, fetch: open.download }), false),
    }),
    'files.open-text': () => openText({ ...options, onOpened: options.onFileOpened }),
  };
}
