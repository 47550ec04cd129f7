import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log.ts';
import { writeFileAtomically } from '../servers/atomic-file.ts';

/** The system's dialogs: the owner alone says which file is read or written. */
export interface FileDialogs {
  /** A path to write to; null when the owner put it off. */
  chooseSave(suggestion: {
    name: string;
    type: 'markdown' | 'table' | 'archive' | 'backup' | 'picture';
  }): Promise<string | null>;
  /** A Markdown or text file to read. */
  chooseOpen(): Promise<string | null>;
  /** Words for the owner about a file. */
  tell(message: string): Promise<void>;
}

/** The largest text that is opened, in bytes: what the server takes for a post's text. */
const MAX_TEXT = 4 * 1024 * 1024;

/** Saves a text where the owner says; false when it was not written, which the owner knows then. */
export async function saveText(
  { name, text }: { name: string; text: string },
  { dialogs, log }: { dialogs: FileDialogs; log: Log },
): Promise<boolean> {
  const isTable = name.endsWith('.csv');
  const file = await dialogs.chooseSave({
    name: safeName(name, isTable ? '.csv' : '.md'),
    type: isTable ? 'table' : 'markdown',
  });
  if (file === null) return false;
  try {
    writeFileAtomically(file, text);
    return true;
  } catch (error) {
    log.error('A text file could not be written', error);
    await dialogs.tell('The file could not be written there. Choose another folder.');
    return false;
  }
}

export interface OpenedText {
  /** The file's own name, without its folder. */
  name: string;
  text: string;
}

export interface TextFileOptions {
  dialogs: FileDialogs;
  log: Log;
}

/** Reads a text file the owner chooses; null when none was, or it is no text we take, which the owner knows then. */
export async function openText(
  options: TextFileOptions & { onOpened?: (file: string) => void },
): Promise<OpenedText | null> {
  const file = await options.dialogs.chooseOpen();
  if (file === null) return null;
  const opened = await readTextFile(file, options);
  if (opened !== null) options.onOpened?.(file);
  return opened;
}

/** Reads a text file; null for what is no text we take, which the owner knows then. */
export async function readTextFile(file: string, { dialogs, log }: TextFileOptions): Promise<OpenedText | null> {
  const answer = await readText(file).catch((error: unknown) => {
    log.error('A text file could not be read', error);
    return { message: 'The file could not be read.' };
  });
  if ('text' in answer) return { name: path.basename(file), text: answer.text };
  await dialogs.tell(answer.message);
  return null;
}

async function readText(file: string): Promise<{ text: string } | { message: string }> {
  // Opening a pipe would wait for whoever writes into it.
  if (!(await stat(file)).isFile()) return { message: 'This is not a file.' };
  const handle = await open(file, 'r');
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) return { message: 'This is not a file.' };
    if (facts.size > MAX_TEXT) return { message: 'This file is larger than 4 MB, the most a post can hold.' };
    const text = decode(await handle.readFile());
    return text === null ? { message: 'This file is not a text in UTF-8.' } : { text };
  } finally {
    await handle.close();
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Names that mean devices on Windows, whatever stands behind a dot. */
const RESERVED = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
const ENDING = /^\.[\da-z]{1,8}$/;
/** In bytes of UTF-8: file systems take 255, and something may stand behind the name while it is written. */
const LONGEST = 180;

/** A name every file system takes, without any folder in it; with `ending` (".md") where that is one. */
export function safeName(name: string, ending: string): string {
  const cleaned = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const plain = beginning(cleaned).replace(/[. ]+$/, '');
  const usable = plain === '' || RESERVED.test(plain) ? `Draft ${plain}`.trim() : plain;
  return !ENDING.test(ending) || usable.toLowerCase().endsWith(ending) ? usable : usable + ending;
}

/** As many whole characters as the longest name has room for. */
function beginning(name: string): string {
  let bytes = 0;
  let length = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > LONGEST) break;
    length += character.length;
  }
  return name.slice(0, length);
}
