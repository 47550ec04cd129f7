import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { altSuggestion } from './alt-suggestion.ts';
import { imageName, thumbnailOf } from './image-texts.ts';
import { useKeepAlt } from './use-keep-alt.ts';

/**
 * Asks what a picture shows before it is inserted into a text, unless that is known; the library keeps the answer.
 * Returns a function and what to render. The function resolves to the alternative text: empty if the owner wants none,
 * null if the owner cancels.
 */
export function useAltQuestion(): [(image: Image) => Promise<string | null>, ReactNode] {
  const [image, setImage] = useState<Image | null>(null);
  const [alt, setAlt] = useState('');
  const answer = useRef<(alt: string | null) => void>(() => {});
  const keep = useKeepAlt();
  const ask = useCallback((asked: Image): Promise<string | null> => {
    const known = asked.metadata.alt.trim();
    if (known !== '') return Promise.resolve(known);
    setAlt(altSuggestion(asked));
    setImage(asked);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const end = (given: string | null) => {
    if (image && given) keep.mutate({ filename: image.filename, alt: given });
    setImage(null);
    answer.current(given);
  };
  return [
    ask,
    <Dialog
      key="alt"
      isOpen={image !== null}
      isOver
      onClose={() => end(null)}
      title="What does this picture show?"
      description="Read aloud to those who cannot see it, and read by search engines."
      footer={
        <>
          <Button onClick={() => end('')}>Insert without</Button>
          <Button variant="primary" disabled={alt.trim() === ''} onClick={() => end(alt.trim())}>
            Insert
          </Button>
        </>
      }
    >
      {image && (
        <div className="grid gap-4">
          <img
            src={thumbnailOf(image)}
            alt=""
            className="max-h-48 w-full rounded-md bg-sunken object-contain"
            title={imageName(image)}
          />
          <Field label="Alt text" hint="A picture that only decorates needs none.">
            {(control) => (
              <TextInput
                {...control}
                ref={selectAtOnce}
                value={alt}
                maxLength={1000}
                onChange={(event) => setAlt(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  if (alt.trim() !== '') end(alt.trim());
                }}
              />
            )}
          </Field>
        </div>
      )}
    </Dialog>,
  ];
}

/**
 * Selects the proposed text, so that typing replaces it or Enter accepts it. The dialog focuses its first control, so
 * this happens after that.
 */
function selectAtOnce(field: HTMLInputElement | null): void {
  setTimeout(() => field?.select());
}
