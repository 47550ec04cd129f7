import { ImageOff, Star } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { readLinkAddress } from '#shared/content/link-address.ts';
import { PICTURE_IS_ELSEWHERE, waitingPictureAt } from '#shared/kernel/waiting-picture.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { usePictureNote } from '../waiting-pictures/index.ts';
import { linkFault } from './link-fault.ts';
import type { Picture } from './panel-pictures.ts';

interface PictureCardProps {
  picture: Picture;
  isFeatured: boolean;
  isReadOnly: boolean;
  onFeature: (url: string | null) => void;
  onInsert: (picture: Picture) => void;
  onRemove: (picture: Picture) => void;
  onDescribe: (picture: Picture) => void;
}

/** One picture with its alt text, its caption and its link. */
export function PictureCard({
  picture,
  isFeatured,
  isReadOnly,
  onFeature,
  onInsert,
  onRemove,
  onDescribe,
}: PictureCardProps) {
  const fields = useFields(picture, onDescribe);
  return (
    <fieldset
      disabled={isReadOnly}
      className="grid gap-3 rounded-md border border-line bg-paper p-3 sm:grid-cols-[7rem_1fr]"
    >
      <legend className="sr-only">{picture.name}</legend>
      <Thumbnail key={picture.url} picture={picture} />
      <div className="grid min-w-0 gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <p className="min-w-0 truncate text-sm font-semibold">{picture.name}</p>
          <Badge tone={picture.isInContent ? 'good' : 'plain'}>{placeText(picture)}</Badge>
          <WaitingMark address={picture.url} />
        </div>
        <Field label="Alt text" hint="What the picture shows, for those who cannot see it.">
          {(control) => <TextInput {...control} {...fields.alt} />}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Link URL" error={fields.fault}>
            {(control) => <TextInput {...control} {...fields.link} inputMode="url" placeholder="https://" />}
          </Field>
          <Field label="Caption">{(control) => <TextInput {...control} {...fields.caption} />}</Field>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => !fields.isFaulty && onInsert({ ...picture, ...fields.values })}>
            Insert
          </Button>
          <Button size="sm" onClick={() => onRemove(picture)}>
            Remove
          </Button>
          <Button size="sm" aria-pressed={isFeatured} onClick={() => onFeature(isFeatured ? null : picture.url)}>
            <Star aria-hidden className={isFeatured ? 'fill-current text-accent' : ''} />
            Use as Featured
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function WaitingMark({ address }: { address: string }) {
  const note = usePictureNote(address);
  return note?.isShown ? <p className="text-xs text-muted">{note.words}</p> : null;
}

function placeText({ isInContent, position }: Picture): string {
  if (!isInContent) return 'Not in your content yet';
  return position === null ? 'Already in your content' : `Already in your content: position ${position}`;
}

function Thumbnail({ picture }: { picture: Picture }) {
  const [hasFailed, setHasFailed] = useState(false);
  const note = usePictureNote(picture.url);
  const box = 'h-28 w-full rounded-md bg-sunken object-contain sm:h-24';
  if (!hasFailed && note?.isShown !== false)
    return <img src={picture.url} alt="" className={box} onError={() => setHasFailed(true)} />;
  return (
    <div className={`${box} grid place-items-center px-2 text-center text-xs text-muted`}>
      <ImageOff aria-hidden className="size-5" />
      {waitingPictureAt(picture.url) === null ? 'Image failed to load' : PICTURE_IS_ELSEWHERE}
    </div>
  );
}

/**
 * The fields of a picture's alt text, caption and link. A picture in the text is rewritten when a field is left, not at
 * each keystroke, because the whole text has to be read for it. A key with Ctrl or Cmd, such as the key that saves,
 * first commits the field.
 */
function useFields(picture: Picture, onDescribe: (picture: Picture) => void) {
  const stored = { alt: picture.alt, link: picture.link, caption: picture.caption };
  const [values, setValues] = useState(stored);
  // One effect for each field: a caption that comes back from the text must not overwrite a link that is being typed.
  useEffect(() => setValues((now) => ({ ...now, alt: picture.alt })), [picture.alt]);
  useEffect(() => setValues((now) => ({ ...now, link: picture.link })), [picture.link]);
  useEffect(() => setValues((now) => ({ ...now, caption: picture.caption })), [picture.caption]);
  const address = values.link.trim() === '' ? null : readLinkAddress(values.link);
  // A link that is in the text already is accepted until it is changed.
  const isFaulty = address !== null && address.kind !== 'usable' && values.link !== stored.link;
  // The fault is shown when the field is left, not at each letter.
  const [refused, setRefused] = useState<string | null>(null);
  const fault = isFaulty && refused === values.link ? linkFault(address) : undefined;
  const commit = () => {
    if (isFaulty) {
      setRefused(values.link);
      return;
    }
    const isChanged = values.alt !== stored.alt || values.link !== stored.link || values.caption !== stored.caption;
    if (isChanged) onDescribe({ ...picture, ...values });
  };
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    onBlur: commit,
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Enter') event.preventDefault();
      if (event.key === 'Enter' || event.ctrlKey || event.metaKey) commit();
    },
  });
  return { values, isFaulty, fault, alt: field('alt'), link: field('link'), caption: field('caption') };
}
