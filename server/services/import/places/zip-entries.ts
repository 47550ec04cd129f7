import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { MOST_FILES, type RefusedFile } from './file-place.ts';

/** Bytes that all files of an archive may have unpacked: ten times the largest upload. */
const MOST_BYTES = 20 * 1024 ** 3;
/** How many times as large a file may become; text that only repeats itself comes to a hundred. */
const MOST_GROWTH = 250;
/** Below this size nothing is a bomb. */
const HARMLESS = 20 * 1024 ** 2;

export interface ZipEntries {
  zip: ZipFile;
  /** What can be taken out, by its name. */
  entries: ReadonlyMap<string, Entry>;
  refused: readonly RefusedFile[];
}

/**
 * Reads what an archive says it holds; nothing is unpacked. The caller closes `zip`.
 * @throws ImportFault for what is no archive, is damaged, or would not end
 */
export async function readZipEntries(file: string): Promise<ZipEntries> {
  const zip = await openZip(file);
  try {
    return { zip, ...(await listEntries(zip)) };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: true });
  } catch (cause) {
    throw damaged(cause);
  }
}

async function listEntries(zip: ZipFile): Promise<Omit<ZipEntries, 'zip'>> {
  if (zip.entryCount > MOST_FILES) {
    throw new ImportFault(`The archive holds ${zip.entryCount} files; an import reads ${MOST_FILES} at the most`);
  }
  const entries = new Map<string, Entry>();
  const refused: RefusedFile[] = [];
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const named = nameOfEntry(entry);
      if (named.name.endsWith('/')) continue;
      const why =
        'why' in named ? named.why : (refusalOf(entry) ?? (entries.has(named.name) ? 'Is there twice' : null));
      if (why !== null) {
        refused.push({ name: named.name, why });
        continue;
      }
      total += entry.uncompressedSize;
      entries.set(named.name, slim(entry));
    }
  } catch (cause) {
    throw damaged(cause);
  }
  if (total > MOST_BYTES || (total > HARMLESS * 10 && total > zip.fileSize * MOST_GROWTH)) {
    throw new ImportFault('Unpacked, the archive would be far larger than any export. It was not opened.');
  }
  if (entries.size === 0 && refused.length > 0 && refused.every(({ why }) => why === ENCRYPTED)) {
    throw new ImportFault('The archive asks for a password. Save it without one and try again.');
  }
  return { entries, refused };
}

const ENCRYPTED = 'Is locked with a password';

function refusalOf(entry: Entry): string | null {
  if (entry.isEncrypted()) return ENCRYPTED;
  if (!entry.canDecodeFileData()) return 'Is packed in a way that is not known here';
  // The kind of file as Unix keeps it, where the archive was made there.
  if (entry.externalFileAttributes >>> 28 === 0o12) return 'Is a link to another file';
  const { uncompressedSize: size, compressedSize } = entry;
  return size > HARMLESS && size > compressedSize * MOST_GROWTH
    ? 'Unpacked it would be far larger than what it holds'
    : null;
}

const EMPTY = Buffer.alloc(0);

/** What is needed to take it out again: a hundred thousand are held. */
function slim(entry: Entry): Entry {
  return Object.assign(entry, {
    fileName: '',
    comment: '',
    fileComment: '',
    extraFields: [],
    fileNameRaw: EMPTY,
    extraFieldRaw: EMPTY,
    fileCommentRaw: EMPTY,
  });
}

/** What is wrong with an archive, in words; a disk that fails stays what it is. */
export function damaged(cause: unknown): unknown {
  if (cause instanceof ImportFault) return cause;
  // Whoever reads it has seen enough.
  if (cause instanceof Error && cause.name === 'AbortError') return cause;
  if (cause instanceof Error && 'code' in cause && /^E[A-Z]+$/.test(String(cause.code))) return cause;
  const detail = cause instanceof Error ? ` (${cause.message.slice(0, 200)})` : '';
  return new ImportFault(`The archive is damaged or was not copied to its end${detail}`, null, { cause });
}

/** An entry's name with slashes, or why it is none. */
type EntryName = { name: string } | { name: string; why: string };

/**
 * The name of an archive's entry. Many programs write UTF-8 and do not say so; what cannot be UTF-8 is of the code page
 * that the format says (APPNOTE.TXT, Appendix D). The name is never a path on this disk.
 */
function nameOfEntry(entry: Entry): EntryName {
  const name = readName(entry)
    .normalize('NFC')
    .replace(/^(?:\.\/)+/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a name that is shown.
  const shown = name.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd').slice(0, 300);
  if (validateFileName(name) !== null) return { name: shown, why: 'Its path leads out of the archive' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
  if (name.length > 1000 || /[\u0000-\u001f]/.test(name))
    return { name: shown, why: 'Has a name that no file can have' };
  return { name };
}

function readName({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const unflagged = (generalPurposeBitFlag & 0x800) === 0 && fileNameRaw.some((byte) => byte > 127);
  if (unflagged && !extraFields.some(({ id }) => id === 0x7075)) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/');
    } catch {
      // It is of the code page.
    }
  }
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}
