import { type OpenedText, readTextFile, type TextFileOptions } from '../ipc/text-files.ts';

interface OpenFilesOptions extends TextFileOptions {
  /** Gives the text to the page, where it becomes a new draft. */
  tell(file: OpenedText): void;
  onOpened(file: string): void;
}

/**
 * The most files that are opened at once: somebody who selects a whole folder has probably not meant to open all of it.
 */
const MOST = 10;

/**
 * Opens the files that the system hands over, one after the other. Files that are not text are refused, and the owner
 * is told.
 */
export async function openFiles(files: readonly string[], options: OpenFilesOptions): Promise<void> {
  for (const file of files.slice(0, MOST)) {
    const opened = await readTextFile(file, options);
    if (opened === null) continue;
    options.tell(opened);
    options.onOpened(file);
  }
}
