import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl';

/** An entry's name with slashes, or why it is none. */
export type EntryName = { name: string } | { name: string; why: string };

/**
 * The name of an archive's entry. Many programs write UTF-8 and do not say so; what cannot be UTF-8 is of the code page
 * that the format says (APPNOTE.TXT, Appendix D). The name is never a path on this disk.
 */
export function nameOfEntry(entry: Entry): EntryName {
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
