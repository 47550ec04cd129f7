import { type OpenedText, readTextFile, type TextFileOptions } from '../ipc/text-files.ts';

interface OpenFilesOptions extends TextFileOptions {
  /** Gives the text to the page, where it becomes a draft of its own. */
  tell(file: OpenedText): void;
  onOpened(file: string): void;
}

/** More files than these are not opened at once: a folder that was selected whole is hardly meant. */
const MOST = 10;

/** Opens files the system hands over, one after the other. What is no text we take the owner is told. */
export async function openFiles(files: readonly string[], options: OpenFilesOptions): Promise<void> {
  for (const file of files.slice(0, MOST)) {
    const opened = await readTextFile(file, options);
    if (opened === null) continue;
    options.tell(opened);
    options.onOpened(file);
  }
}
