import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { AltRequest } from '../images/index.ts';
import { onceClosed } from '../offer-commands.tsx';
import { ArrivingPicture } from './arriving-picture.tsx';
import { useChoosePicture } from './choose-picture.tsx';
import { arrivals, markPlace, takePlace } from './field/arrivals.ts';
import type { ContentView } from './field/create-editor.ts';
import { imageToInsert } from './panel-pictures.ts';
import type { ImageEdits } from './use-image-edits.ts';

interface Arrival {
  number: number;
  file: File;
}

interface ArrivingPictures {
  /** The extension for the editor. */
  extension: Extension;
  /** Takes files for a place of the text, an offset in UTF-16 code units. */
  take(files: readonly File[], offset: number): void;
  /**
   * Opens the stored pictures; the chosen picture is inserted at the cursor. The function keeps its identity between
   * renders.
   */
  chooseStored(): void;
  /** The pictures that are being uploaded, the pictures without alt text, and the window of the stored pictures. */
  list: ReactNode;
}

/**
 * Takes pictures that are pasted or dropped into the text, or chosen for it. Nothing is written until a picture is on
 * the server; then it is inserted after the sentence where it was put, in the text as it is by then.
 */
export function useArrivingPictures(
  editor: ContentView | null,
  images: ImageEdits,
  isReadOnly: boolean,
): ArrivingPictures {
  const [waiting, setWaiting] = useState<readonly Arrival[]>([]);
  const last = useRef(0);
  const view = useRef(editor?.view);
  view.current = editor?.view;
  const [{ extension, take }] = useState(() => {
    const take = (files: readonly File[], offset: number) => {
      const added = files.map((file) => ({ number: ++last.current, file }));
      for (const { number, file } of added) {
        if (view.current) markPlace(view.current, number, { offset, name: file.name });
      }
      setWaiting((before) => [...before, ...added]);
    };
    return { extension: arrivals(take), take };
  });
  const questions = useAltRequests(view, images);
  const remove = ({ number }: Arrival): number => {
    setWaiting((before) => before.filter((other) => other.number !== number));
    return view.current ? takePlace(view.current, number) : 0;
  };
  const insert = (image: Image, offset: number) => {
    const inserted = imageToInsert(image);
    const isSilent = inserted.alt === '';
    images.insertNear(offset, inserted, isSilent ? 'Under the text you are asked what it shows.' : undefined);
    if (isSilent) questions.ask(image);
  };
  const stored = useChoosePicture(isReadOnly, (image) => {
    if (view.current) insert(image, view.current.state.selection.main.head);
    // The focus goes back to the text, whatever opened the window.
    onceClosed(() => view.current?.focus());
  });

  return {
    extension,
    take,
    chooseStored: stored.open,
    list: (
      <>
        {waiting.length > 0 && (
          <ul aria-label="Pictures on their way" className="mt-2 grid gap-2">
            {waiting.map((arrival) => (
              <li key={arrival.number}>
                <ArrivingPicture
                  file={arrival.file}
                  onUploaded={(image) => insert(image, remove(arrival))}
                  onGone={() => remove(arrival)}
                />
              </li>
            ))}
          </ul>
        )}
        {questions.list}
        {stored.window}
      </>
    ),
  };
}

/** Asks under the text what its pictures show, without taking the focus from an owner who goes on typing. */
function useAltRequests(view: RefObject<EditorView | undefined>, images: ImageEdits) {
  const [silent, setSilent] = useState<readonly Image[]>([]);
  const questions = useRef<HTMLUListElement>(null);
  const hasAnswered = useRef(false);
  const answer = ({ url }: Image, alt: string) => {
    if (alt !== '') images.giveAlt(url, alt);
    hasAnswered.current = true;
    setSilent((before) => before.filter((other) => other.url !== url));
  };
  // An answered question disappears with its field: the focus goes to the next question, else back to the text.
  useEffect(() => {
    if (!hasAnswered.current) return;
    hasAnswered.current = false;
    const next = silent.length > 0 ? questions.current?.querySelector('input') : null;
    if (next) next.focus();
    else view.current?.focus();
  }, [silent, view]);
  return {
    ask: (image: Image) => setSilent((before) => [...before.filter(({ url }) => url !== image.url), image]),
    list: silent.length > 0 && (
      <ul ref={questions} aria-label="Pictures without words" className="mt-2 grid gap-2 lg:grid-cols-2">
        {silent.map((image) => (
          <li key={image.url}>
            <AltRequest image={image} onAnswer={(alt) => answer(image, alt)} />
          </li>
        ))}
      </ul>
    ),
  };
}
