import { memo, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { imageSlots, layoutOf } from '#shared/content/image-slots/image-slots.ts';
import type { UploadedImage } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { useStill } from '#shared/ui/use-still.ts';
import { UploadWidget } from '../images/index.ts';
import type { ContentSource } from './content-source.ts';
import { imageToInsert, type Picture, picturesOf } from './panel-pictures.ts';
import { PictureCard } from './picture-card.tsx';
import { PositionCard } from './position-card.tsx';
import type { ImageEdits } from './use-image-edits.ts';
import { type UploadedPictures, usePictureActions } from './use-picture-actions.ts';

/** Milliseconds without a change after which the whole text is read. */
const PAUSE = 300;

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

/** The in-content images panel. It reads the text when typing pauses, never during a keystroke or a press. */
export function ImagesPanel({ content, postImages, ...rest }: ImagesPanelProps) {
  const markdown = useSyncExternalStore(content.subscribe, content.current);
  const debounced = useStill(useDebounced(markdown));
  const latest = useRef(postImages);
  latest.current = postImages;
  const [setFeatured] = useState(() => (url: string | null) => latest.current.setFeatured(url));
  return <DebouncedPanel {...rest} markdown={debounced} featured={postImages.featured} setFeatured={setFeatured} />;
}

type DebouncedPanelProps = Omit<ImagesPanelProps, 'postImages' | 'content'> & PostImages & { markdown: string };

const DebouncedPanel = memo(function DebouncedPanel(props: DebouncedPanelProps) {
  const { id, markdown, images, uploaded, featured, setFeatured, isReadOnly } = props;
  const layout = useMemo(() => layoutOf(markdown), [markdown]);
  const slots = useMemo(() => imageSlots(layout), [layout]);
  const pictures = useMemo(() => picturesOf(layout, slots, uploaded.list), [layout, slots, uploaded.list]);
  const [chosen, setChosen] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const toInsert = pictures.find(({ url }) => url === chosen) ?? pictures[0];

  const { describe, remove, insertNext, insertAt, altQuestion } = usePictureActions({
    images,
    uploaded,
    toInsert,
    heading,
  });

  const take = (image: UploadedImage) => {
    const taken = { ...imageToInsert(image), stored: image };
    uploaded.set((before) => [taken, ...before.filter(({ url }) => url !== image.url)]);
    setChosen(image.url);
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
        onUploaded={take}
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
        {pictures.length > 0 && <PictureToInsert pictures={pictures} chosen={toInsert?.url} onChoose={setChosen} />}
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

interface PictureToInsertProps {
  pictures: readonly Picture[];
  /** The address of the chosen picture. */
  chosen: string | undefined;
  onChoose: (url: string) => void;
}

function PictureToInsert({ pictures, chosen, onChoose }: PictureToInsertProps) {
  return (
    <Field label="Picture to insert at a position" className="max-w-md">
      {(control) => (
        <Select {...control} value={chosen} onChange={(event) => onChoose(event.target.value)}>
          {pictures.map(({ url, name, isInContent }) => (
            <option key={url} value={url}>
              {isInContent ? `${name} (already in your content)` : name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Returns a value once it has stopped changing for a while: for work that takes too long between two keystrokes. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
