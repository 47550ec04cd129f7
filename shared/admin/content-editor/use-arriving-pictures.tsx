import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { isMarkdownName } from '../markdown-name.ts';
import { ArrivingPicture } from './arriving-picture.tsx';
import { movedOffset } from './moved-offset.ts';
import { imageToInsert } from './panel-pictures.ts';
import type { ImageEdits } from './use-image-edits.ts';
import type { TextEdits } from './use-text-edits.ts';

interface Arrival {
  number: number;
  file: File;
  /** The text it was put into, and where: by the time it is here the text may be another. */
  text: string;
  offset: number;
}

interface ArrivingPictures {
  /** For the text field. */
  handlers: {
    onPaste(event: ClipboardEvent): void;
    onDragOver(event: DragEvent): void;
    onDrop(event: DragEvent<HTMLTextAreaElement>): void;
  };
  /** Those on their way; null for none. */
  list: ReactNode;
}

/**
 * Takes pictures that are pasted or dropped into the text. Nothing is written before a picture is on the server; then
 * it goes behind the sentence it was put at, in the text as it is by then.
 */
export function useArrivingPictures(edits: TextEdits, images: ImageEdits, isReadOnly: boolean): ArrivingPictures {
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([]);
  const last = useRef(0);
  const take = (files: readonly File[], offset: number) => {
    const text = edits.text();
    const added = files.map((file) => ({ number: ++last.current, file, text, offset }));
    setArrivals((before) => [...before, ...added]);
  };
  const remove = (arrival: Arrival) => setArrivals((before) => before.filter((other) => other !== arrival));

  return {
    handlers: {
      onPaste(event) {
        const { files, types } = event.clipboardData;
        // What is copied from a word processor comes as a picture of itself, too.
        if (isReadOnly || files.length === 0 || types.includes('text/plain')) return;
        event.preventDefault();
        take([...files], edits.selection().end);
      },
      onDragOver(event) {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      },
      onDrop(event) {
        const pictures = [...event.dataTransfer.files].filter((file) => !isMarkdownName(file));
        // A text that is dropped is opened as a draft of its own, wherever in the page that happens.
        if (pictures.length === 0) return;
        // The browser would leave the page to show the file.
        event.preventDefault();
        if (!isReadOnly) take(pictures, offsetAt(event) ?? edits.selection().end);
      },
    },
    list:
      arrivals.length > 0 ? (
        <ul aria-label="Pictures on their way" className="mt-2 grid gap-2">
          {arrivals.map((arrival) => (
            <li key={arrival.number}>
              <ArrivingPicture
                file={arrival.file}
                onUploaded={(image) => {
                  const offset = movedOffset(arrival.text, edits.text(), arrival.offset);
                  images.insertNear(offset, imageToInsert(image));
                  remove(arrival);
                }}
                onGone={() => remove(arrival)}
              />
            </li>
          ))}
        </ul>
      ) : null,
  };
}

/** The place in the text under the pointer; null where the browser cannot say it. */
function offsetAt({ clientX, clientY, currentTarget }: DragEvent<HTMLTextAreaElement>): number | null {
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  return place?.offsetNode === currentTarget ? place.offset : null;
}
