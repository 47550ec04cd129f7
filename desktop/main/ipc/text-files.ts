import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log.ts';
import { writeFileAtomically } from '../servers/atomic-file.ts';

/** The system's dialogs. Only the owner chooses which file is read or written. */
export interface FileDialogs {
  /** Returns a path to write to; null when the owner cancelled. */
  chooseSave(suggestion: {
    name: string;
    type: 'markdown' | 'table' | 'archive' | 'backup' | 'picture';
  }): Promise<string | null>;
  /** Returns a Markdown or text file to read; null when the owner cancelled. */
  chooseOpen(): Promise<string | null>;
  /** Shows the owner a message about a file. */
  tell(message: string): Promise<void>;
}

/** The largest text file that is opened, in bytes: the largest text of a post that the server accepts. */
const MAX_TEXT = 4 * 1024 * 1024;

/**
 * Saves a text at the place that the owner chooses. Returns false when it was not written: the owner has cancelled, or
 * has been told of the error.
 */
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
  /** The file's name without its folder. */
  name: string;
  text: string;
}

export interface TextFileOptions {
  dialogs: FileDialogs;
  log: Log;
}

/**
 * Reads a text file that the owner chooses. Returns null when no file was chosen, or when the file is refused; the
 * owner has been told of the refusal then.
 */
export async function openText(
  options: TextFileOptions & { onOpened?: (file: string) => void },
): Promise<OpenedText | null> {
  const file = await options.dialogs.chooseOpen();
  if (file === null) return null;
  const opened = await readTextFile(file, options);
  if (opened !== null) options.onOpened?.(file);
  return opened;
}

/** Reads a text file. Returns null for a file that is refused; the owner has been told then. */
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
  // Opening a pipe would wait for a program that writes into it.
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

/** Names that mean devices on Windows, whatever follows after a dot. */
const RESERVED = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
const ENDING = /^\.[\da-z]{1,8}$/;
/** In bytes of UTF-8: file systems allow 255, and something may be added to the name while the file is written. */
const LONGEST = 180;

/**
 * Returns a name that every file system accepts, without any folder in it; with `ending` (".md") if that is an ending.
 */
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

/** Returns as many whole characters of the name as the longest name has room for. */
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
