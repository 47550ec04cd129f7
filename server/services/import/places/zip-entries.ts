import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { MOST_FILES, type RefusedFile } from './file-place.ts';

/** The largest number of bytes that all unpacked files of an archive may have: ten times the largest upload. */
const MOST_BYTES = 20 * 1024 ** 3;
/** The factor by which a file may grow when it is unpacked; text that only repeats itself reaches about a hundred. */
const MOST_GROWTH = 250;
/** A file below this size is never a zip bomb. */
const HARMLESS = 20 * 1024 ** 2;

export interface ZipEntries {
  zip: ZipFile;
  /** The entries that can be extracted, by name. */
  entries: ReadonlyMap<string, Entry>;
  refused: readonly RefusedFile[];
}

/**
 * Reads the list of an archive's entries; nothing is unpacked. The caller closes `zip`.
 * @throws ImportFault for a file that is not an archive, is damaged, or would unpack without end
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
  // The Unix file type, if the archive was made on Unix.
  if (entry.externalFileAttributes >>> 28 === 0o12) return 'Is a link to another file';
  const { uncompressedSize: size, compressedSize } = entry;
  return size > HARMLESS && size > compressedSize * MOST_GROWTH
    ? 'Unpacked it would be far larger than what it holds'
    : null;
}

const EMPTY = Buffer.alloc(0);

/** Keeps only the data that is needed to extract the entry: a hundred thousand entries are kept in memory. */
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

/** The fault of an archive, in words; an error of the disk is returned unchanged. */
export function damaged(cause: unknown): unknown {
  if (cause instanceof ImportFault) return cause;
  // The reader has stopped reading by itself.
  if (cause instanceof Error && cause.name === 'AbortError') return cause;
  if (cause instanceof Error && 'code' in cause && /^E[A-Z]+$/.test(String(cause.code))) return cause;
  const detail = cause instanceof Error ? ` (${cause.message.slice(0, 200)})` : '';
  return new ImportFault(`The archive is damaged or was not copied to its end${detail}`, null, { cause });
}

/** An entry's name with slashes, or the reason why the name is invalid. */
type EntryName = { name: string } | { name: string; why: string };

/**
 * The name of an archive's entry. Many programs write UTF-8 without saying so; a name that is not valid UTF-8 is in the
 * code page of the format (APPNOTE.TXT, Appendix D). The name is never used as a path on this disk.
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
      // The name is in the code page.
    }
  }
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}
