import { memo, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { imageSlots, layoutOf } from '#shared/content/image-slots/image-slots.ts';
import type { ImageToInsert } from '#shared/content/image-slots/image-slots-edit.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { useStill } from '#shared/ui/use-still.ts';
import { UploadWidget, useAltQuestion } from '../images/index.ts';
import type { ContentSource } from './content-source.ts';
import { imageToInsert, type Picture, picturesOf, type UploadedPicture } from './panel-pictures.ts';
import { PictureCard } from './picture-card.tsx';
import { PositionCard } from './position-card.tsx';
import type { ImageEdits } from './use-image-edits.ts';

/** Milliseconds without a change after which a text is looked at as a whole. */
const PAUSE = 300;

/** The pictures that were uploaded for the text; kept by the editor, so that closing the panel loses none. */
interface UploadedPictures {
  list: readonly UploadedPicture[];
  set(change: (before: readonly UploadedPicture[]) => readonly UploadedPicture[]): void;
}

export interface PostImages {
  /** Address of the post's featured picture; null for none. */
  featured: string | null;
  setFeatured(url: string | null): void;
}

interface ImagesPanelProps {
  id: string;
  content: ContentSource;
  images: ImageEdits;
  uploaded: UploadedPictures;
  postImages: PostImages;
  isReadOnly: boolean;
}

/** The in-content images panel. It looks at the text when typing pauses, never within a keystroke or a press. */
export function ImagesPanel({ content, postImages, ...rest }: ImagesPanelProps) {
  const markdown = useSyncExternalStore(content.subscribe, content.current);
  const debounced = useStill(useDebounced(markdown));
  const latest = useRef(postImages);
  latest.current = postImages;
  const [setFeatured] = useState(() => (url: string | null) => latest.current.setFeatured(url));
  return <DebouncedPanel {...rest} markdown={debounced} featured={postImages.featured} setFeatured={setFeatured} />;
}

type DebouncedPanelProps = Omit<ImagesPanelProps, 'postImages' | 'content'> & PostImages & { markdown: string };

const DebouncedPanel = memo(function DebouncedPanel({
  id,
  markdown,
  images,
  uploaded,
  featured,
  setFeatured,
  isReadOnly,
}: DebouncedPanelProps) {
  const layout = useMemo(() => layoutOf(markdown), [markdown]);
  const slots = useMemo(() => imageSlots(layout), [layout]);
  const pictures = useMemo(() => picturesOf(layout, slots, uploaded.list), [layout, slots, uploaded.list]);
  const [chosen, setChosen] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const [askForAlt, altQuestion] = useAltQuestion();
  const toInsert = pictures.find(({ url }) => url === chosen) ?? pictures[0];

  const describe = (picture: Picture) => {
    const image = only(picture);
    if (picture.isInContent) images.describe(image);
    uploaded.set((before) => before.map((other) => (other.url === image.url ? { ...other, ...image } : other)));
  };
  const remove = (picture: Picture) => {
    if (picture.isInContent) images.remove(picture.url);
    else toast({ title: 'Image Removed' });
    uploaded.set((before) => before.filter(({ url }) => url !== picture.url));
    // The button that was pressed goes with its picture.
    heading.current?.focus();
  };
  /** The picture with what it shows: known, or asked for now. Null where the owner thinks better of it. */
  const withAlt = async (picture: Picture): Promise<ImageToInsert | null> => {
    const image = only(picture);
    const stored = uploaded.list.find(({ url }) => url === image.url)?.stored;
    if (image.alt.trim() !== '' || picture.isInContent || !stored) return image;
    const alt = await askForAlt(stored);
    return alt === null ? null : { ...image, alt };
  };
  const insertNext = async (picture: Picture) => {
    const image = await withAlt(picture);
    if (image) images.insertNext(image);
  };
  const insertAt = async (position: number) => {
    if (toInsert) {
      const image = await withAlt(toInsert);
      if (image) images.insertAt(position, image);
    } else toast({ title: 'No Images Found', description: 'Upload a picture for your content first.' });
  };

  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="mt-3 grid gap-5 rounded-md border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`${id}-heading`} ref={heading} tabIndex={-1} className="text-sm font-semibold">
          In-content images
        </h3>
        <Button size="sm" disabled={isReadOnly} onClick={images.removeAll}>
          Remove All Images
        </Button>
      </div>
      <UploadWidget
        label="In-content image file"
        value=""
        disabled={isReadOnly}
        onUploaded={(image) => {
          uploaded.set((before) => [
            { ...imageToInsert(image), stored: image },
            ...before.filter(({ url }) => url !== image.url),
          ]);
          setChosen(image.url);
        }}
        onRemove={() => {}}
      />
      {pictures.length > 0 && (
        <ul aria-label="Pictures of this post" className="grid gap-3">
          {pictures.map((picture) => (
            <li key={picture.url}>
              <PictureCard
                picture={picture}
                isFeatured={picture.url === featured}
                isReadOnly={isReadOnly}
                onFeature={setFeatured}
                onInsert={insertNext}
                onRemove={remove}
                onDescribe={describe}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-3">
        {pictures.length > 0 && (
          <Field label="Picture to insert at a position" className="max-w-md">
            {(control) => (
              <Select {...control} value={toInsert?.url} onChange={(event) => setChosen(event.target.value)}>
                {pictures.map(({ url, name, isInContent }) => (
                  <option key={url} value={url}>
                    {isInContent ? `${name} (already in your content)` : name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <ol aria-label="Positions" className="grid gap-3">
          {slots.map((slot) => (
            <PositionCard
              key={slot.position}
              slot={slot}
              words={layout.words.length}
              isReadOnly={isReadOnly}
              onInsert={insertAt}
              onRemove={images.removeAt}
            />
          ))}
        </ol>
      </div>
      {altQuestion}
    </section>
  );
});

/** What of a picture stands in the text. */
function only({ url, alt, caption, link }: ImageToInsert): ImageToInsert {
  return { url, alt, caption, link };
}

/** A value as it was when it last stood still: for work too long to be done between two keystrokes. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
