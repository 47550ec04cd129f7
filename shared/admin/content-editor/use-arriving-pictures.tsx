import type { Extension } from '@codemirror/state';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UploadedImage } from '#shared/contract/images.ts';
import { AltRequest } from '../images/index.ts';
import { ArrivingPicture } from './arriving-picture.tsx';
import { arrivals, markPlace, takePlace } from './field/arrivals.ts';
import type { ContentView } from './field/create-editor.ts';
import { imageToInsert } from './panel-pictures.ts';
import type { ImageEdits } from './use-image-edits.ts';

interface Arrival {
  number: number;
  file: File;
}

interface ArrivingPictures {
  /** For the editor. */
  extension: Extension;
  /** Takes files for a place of the text, in UTF-16 code units. */
  take(files: readonly File[], offset: number): void;
  /** Those on their way, and those of which nobody has said what they show; null for none. */
  list: ReactNode;
}

/**
 * Takes pictures that are pasted or dropped into the text. Nothing is written before a picture is on the server; then
 * it goes behind the sentence it was put at, in the text as it is by then. What it shows is asked under the text, which
 * takes no letter from whoever types on.
 */
export function useArrivingPictures(editor: ContentView | null, images: ImageEdits): ArrivingPictures {
  const [waiting, setWaiting] = useState<readonly Arrival[]>([]);
  const [silent, setSilent] = useState<readonly UploadedImage[]>([]);
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
  const remove = ({ number }: Arrival): number => {
    setWaiting((before) => before.filter((other) => other.number !== number));
    return view.current ? takePlace(view.current, number) : 0;
  };
  const insert = (arrival: Arrival, image: UploadedImage) => {
    const inserted = imageToInsert(image);
    const isSilent = inserted.alt === '';
    images.insertNear(remove(arrival), inserted, isSilent ? 'Under the text you are asked what it shows.' : undefined);
    if (isSilent) setSilent((before) => [...before.filter(({ url }) => url !== image.url), image]);
  };
  const questions = useRef<HTMLUListElement>(null);
  const hasAnswered = useRef(false);
  const answer = ({ url }: UploadedImage, alt: string) => {
    if (alt !== '') images.giveAlt(url, alt);
    hasAnswered.current = true;
    setSilent((before) => before.filter((other) => other.url !== url));
  };
  // An answered question goes with its field: on to the next one, else back to the text.
  useEffect(() => {
    if (!hasAnswered.current) return;
    hasAnswered.current = false;
    const next = silent.length > 0 ? questions.current?.querySelector('input') : null;
    if (next) next.focus();
    else view.current?.focus();
  }, [silent]);

  return {
    extension,
    take,
    list: (
      <>
        {waiting.length > 0 && (
          <ul aria-label="Pictures on their way" className="mt-2 grid gap-2">
            {waiting.map((arrival) => (
              <li key={arrival.number}>
                <ArrivingPicture
                  file={arrival.file}
                  onUploaded={(image) => insert(arrival, image)}
                  onGone={() => remove(arrival)}
                />
              </li>
            ))}
          </ul>
        )}
        {silent.length > 0 && (
          <ul ref={questions} aria-label="Pictures without words" className="mt-2 grid gap-2 lg:grid-cols-2">
            {silent.map((image) => (
              <li key={image.url}>
                <AltRequest image={image} onAnswer={(alt) => answer(image, alt)} />
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  };
}
