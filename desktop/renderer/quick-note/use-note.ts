import { useRef, useState } from 'react';
import { errorText } from '#shared/admin/error-text.ts';
import type { AdminPorts } from '#shared/admin/ports.ts';
import { isEmpty, type Note, type NotePicture, openKeptNote, restOf } from './kept-note.ts';
import { keepNote } from './note-draft.ts';

export type NotePorts = Pick<AdminPorts, 'store' | 'clock' | 'uniqueId' | 'localStorage' | 'uploadPicture'>;

/** The most files taken from one paste: somebody who drops a whole folder has probably not meant all of it. */
const MOST_AT_ONCE = 10;

/**
 * The note in the window. Typed text and added pictures are stored at once, so that the window may close at any time.
 * Pictures are sent, and the note is saved, one after the other, in the order of the requests.
 */
export function useNote(ports: NotePorts, close: () => void) {
  const [kept] = useState(() => openKeptNote(ports.localStorage));
  const [note, setNote] = useState(kept.get);
  const [underWay, setUnderWay] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  // A picture may arrive while the owner types.
  const latest = useRef(note);
  const change = (part: Partial<Note>) => {
    latest.current = { ...latest.current, ...part };
    kept.set(latest.current);
    setNote(latest.current);
  };

  const line = useRef(Promise.resolve());
  const isClosing = useRef(false);
  /** The errors since the owner's last request. */
  const faults = useRef<string[]>([]);
  const say = (words: string[]) => {
    faults.current = words;
    setFault(words.length === 0 ? null : words.join(' '));
  };
  const inTurn = (run: () => Promise<string | null>) => {
    say([]);
    setUnderWay((count) => count + 1);
    line.current = line.current.then(async () => {
      const words = await run().catch(errorText);
      if (words !== null) say([...faults.current, words]);
      setUnderWay((count) => count - 1);
    });
  };

  return {
    note,
    isSending: underWay > 0,
    fault,
    write: (text: string) => change({ text }),
    addPictures: (files: readonly File[]) =>
      inTurn(() =>
        takePictures(files, ports.uploadPicture, (picture) =>
          change({ pictures: [...latest.current.pictures, picture] }),
        ),
      ),
    removePicture: (url: string) =>
      change({ pictures: latest.current.pictures.filter((picture) => picture.url !== url) }),
    keep: () =>
      inTurn(async () => {
        // A picture for the note is missing: the owner sees why, and decides.
        if (isEmpty(latest.current) || faults.current.length > 0) return null;
        const whole = latest.current;
        await keepNote(whole, ports);
        change(restOf(latest.current, whole));
        if (isEmpty(latest.current)) close();
        return null;
      }),
    /** Closes the window once the pending pictures are in the note; a second call closes it at once. */
    leave() {
      if (underWay === 0 || isClosing.current) return close();
      isClosing.current = true;
      void line.current.then(() => {
        isClosing.current = false;
        if (faults.current.length === 0) close();
      });
    },
  };
}

/**
 * Sends pictures one after the other; `onTaken` gets each that is stored. A picture that fails does not stop the
 * others. Returns words about those that were not accepted; null when all were.
 */
export async function takePictures(
  files: readonly File[],
  uploadPicture: AdminPorts['uploadPicture'],
  onTaken: (picture: NotePicture) => void,
): Promise<string | null> {
  const faults: string[] = [];
  for (const file of files.slice(0, MOST_AT_ONCE)) {
    try {
      const { imageUrl } = await uploadPicture(file);
      onTaken({ url: imageUrl, name: file.name });
    } catch (error) {
      faults.push(`${file.name || 'A picture'}: ${errorText(error)}`);
    }
  }
  const left = files.length - MOST_AT_ONCE;
  if (left > 0) faults.push(`${MOST_AT_ONCE} are taken at once: ${left} more ${left === 1 ? 'was' : 'were'} not.`);
  return faults.length === 0 ? null : faults.join(' ');
}
