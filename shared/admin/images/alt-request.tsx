import { useId, useState } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { altSuggestion } from './alt-suggestion.ts';
import { imageName, thumbnailOf } from './image-texts.ts';
import { useKeepAlt } from './use-keep-alt.ts';

interface AltRequestProps {
  image: Image;
  /** Called with what the picture shows, or with an empty text if it only decorates. */
  onAnswer: (alt: string) => void;
}

/**
 * Asks what a picture shows that is already in the text. The question is beside the text and takes no focus, so that
 * the owner can go on typing. The library keeps the answer.
 */
export function AltRequest({ image, onAnswer }: AltRequestProps) {
  const nameId = useId();
  const keep = useKeepAlt();
  const [alt, setAlt] = useState(() => altSuggestion(image));
  const given = alt.trim();
  const answer = () => {
    if (given === '') return;
    keep.mutate({ filename: image.filename, alt: given });
    onAnswer(given);
  };
  return (
    <fieldset
      aria-labelledby={nameId}
      className="grid grid-cols-[4rem_minmax(0,1fr)] gap-3 rounded-md border border-accent bg-paper p-3"
    >
      <img src={thumbnailOf(image)} alt="" className="size-16 rounded-sm bg-sunken object-contain" />
      <div className="grid gap-2">
        <p id={nameId} className="truncate text-xs text-muted">
          {imageName(image)}
        </p>
        <Field label="What does this picture show?" hint="A picture that only decorates needs no words.">
          {(control) => (
            <TextInput
              {...control}
              value={alt}
              maxLength={1000}
              onChange={(event) => setAlt(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                answer();
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="primary" disabled={given === ''} onClick={answer}>
            Use as alt text
          </Button>
          <Button size="sm" onClick={() => onAnswer('')}>
            It only decorates
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
