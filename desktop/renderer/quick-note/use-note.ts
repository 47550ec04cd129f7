import { useRef, useState } from 'react';
import { errorText } from '#shared/admin/error-text.ts';
import type { AdminPorts } from '#shared/admin/ports.ts';
import { EMPTY, isEmpty, type Note, openKeptNote } from './kept-note.ts';
import { keepNote } from './note-draft.ts';

export type NotePorts = Pick<AdminPorts, 'store' | 'clock' | 'uniqueId' | 'localStorage' | 'uploadPicture'>;

/** More are not taken from one paste: a folder that was dropped whole is hardly meant. */
const MOST_AT_ONCE = 10;

/** The note in the window: what is typed and put in is kept at once, so that the window may close at any time. */
export function useNote(ports: NotePorts, close: () => void) {
  const [kept] = useState(() => openKeptNote(ports.localStorage));
  const [note, setNote] = useState(kept.get);
  const [isSending, setIsSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  // A picture arrives while the owner types.
  const latest = useRef(note);
  const change = (part: Partial<Note>) => {
    latest.current = { ...latest.current, ...part };
    kept.set(latest.current);
    setNote(latest.current);
  };

  const orTell = async (run: () => Promise<void>) => {
    if (isSending) return;
    setIsSending(true);
    setFault(null);
    try {
      await run();
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setIsSending(false);
    }
  };

  return {
    note,
    isSending,
    fault,
    write: (text: string) => change({ text }),
    addPictures: (files: readonly File[]) =>
      orTell(async () => {
        for (const file of files.slice(0, MOST_AT_ONCE)) {
          const { imageUrl } = await ports.uploadPicture(file);
          change({ pictures: [...latest.current.pictures, { url: imageUrl, name: file.name }] });
        }
      }),
    removePicture: (url: string) =>
      change({ pictures: latest.current.pictures.filter((picture) => picture.url !== url) }),
    keep: () =>
      orTell(async () => {
        if (isEmpty(latest.current)) return;
        await keepNote(latest.current, ports);
        change(EMPTY);
        close();
      }),
  };
}
