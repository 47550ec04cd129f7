import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { SuggestedAlt } from './suggested-alt.tsx';
import { useUpdateImage } from './use-images.ts';

/** The fields for a picture's title and alternative text. Not a form element: it is inside the post's form. */
export function ImageDetailsForm({ image, onClose }: { image: Image; onClose: () => void }) {
  const [title, setTitle] = useState(image.metadata.title);
  const [alt, setAlt] = useState(image.metadata.alt);
  const update = useUpdateImage(onClose);
  const titleField = useRef<HTMLInputElement>(null);
  useEffect(() => titleField.current?.focus(), []);
  const save = () => {
    if (!update.isPending) update.mutate({ filename: image.filename, title, alt });
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') save();
  };
  return (
    <div className="grid gap-3">
      <Field label="Title">
        {(control) => (
          <TextInput
            {...control}
            ref={titleField}
            value={title}
            maxLength={300}
            onChange={(event) => setTitle(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <Field label="Alt text" hint="What the picture shows, for those who cannot see it.">
        {(control) => (
          <TextInput
            {...control}
            value={alt}
            maxLength={1000}
            onChange={(event) => setAlt(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <SuggestedAlt image={image} alt={alt} onChoose={setAlt} />
      <div className="flex gap-2">
        <Button size="sm" variant="primary" disabled={update.isPending} onClick={save}>
          Save
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
