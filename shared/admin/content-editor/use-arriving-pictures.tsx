import type { Extension } from '@codemirror/state';
import { type ReactNode, useRef, useState } from 'react';
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
  /** Those on their way; null for none. */
  list: ReactNode;
}

/**
 * Takes pictures that are pasted or dropped into the text. Nothing is written before a picture is on the server; then
 * it goes behind the sentence it was put at, in the text as it is by then.
 */
export function useArrivingPictures(editor: ContentView | null, images: ImageEdits): ArrivingPictures {
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
  const remove = ({ number }: Arrival): number => {
    setWaiting((before) => before.filter((other) => other.number !== number));
    return view.current ? takePlace(view.current, number) : 0;
  };

  return {
    extension,
    take,
    list:
      waiting.length > 0 ? (
        <ul aria-label="Pictures on their way" className="mt-2 grid gap-2">
          {waiting.map((arrival) => (
            <li key={arrival.number}>
              <ArrivingPicture
                file={arrival.file}
                onUploaded={(image) => images.insertNear(remove(arrival), imageToInsert(image))}
                onGone={() => remove(arrival)}
              />
            </li>
          ))}
        </ul>
      ) : null,
  };
}
