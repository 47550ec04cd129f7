import { useMemo } from 'react';
import { imageSlots, layoutOf } from '#shared/content/image-slots/image-slots.ts';
import {
  changeImage,
  type ImageToInsert,
  type InsertOutcome,
  insertImage,
  insertImageNear,
  removeAllImages,
  removeImage,
  removeImageAt,
} from '#shared/content/image-slots/image-slots-edit.ts';
import { useToast } from '#shared/ui/toast.tsx';
import type { TextEdits } from './field/text-edits.ts';

/** What can be done with the pictures of a text; each says how it went. */
export interface ImageEdits {
  /** Puts a picture at a position, 1 to 5, in the place of the one that is there. */
  insertAt(position: number, image: ImageToInsert): void;
  /** Puts a picture at the first free position. */
  insertNext(image: ImageToInsert): void;
  /** Puts a picture behind the sentence or block at an offset. */
  insertNear(offset: number, image: ImageToInsert): void;
  /** Gives a picture of the text another caption, link or alt text. */
  describe(image: ImageToInsert): void;
  removeAt(position: number): void;
  remove(url: string): void;
  removeAll(): void;
}

/** The edits of a text's pictures, on the text as it is when they are asked for. */
export function useImageEdits(edits: Pick<TextEdits, 'text' | 'change'>): ImageEdits {
  const toast = useToast();
  return useMemo(() => {
    const { text, change } = edits;
    const finish = (outcome: InsertOutcome) => {
      if (outcome.kind === 'already-there') {
        toast({ title: 'This image is already in your content', variant: 'destructive' });
        return;
      }
      change(outcome.markdown);
      toast({ title: outcome.kind === 'inserted' ? 'Image Inserted!' : 'Image Replaced' });
    };
    return {
      insertAt: (position, image) => finish(insertImage(text(), position, image)),
      insertNext(image) {
        const free = imageSlots(layoutOf(text())).find((slot) => slot.image === null);
        finish(free ? insertImage(text(), free.position, image) : insertImageNear(text(), text().length, image));
      },
      insertNear: (offset, image) => finish(insertImageNear(text(), offset, image)),
      describe(image) {
        const markdown = changeImage(text(), image);
        if (markdown !== null && markdown !== text()) change(markdown);
      },
      removeAt(position) {
        const outcome = removeImageAt(text(), position);
        if (outcome.kind === 'removed') {
          change(outcome.markdown);
          toast({ title: 'Image Removed' });
          return;
        }
        toast({
          title: 'Error',
          description: `No Image Found at position ${position}. Found ${outcome.count} total images.`,
          variant: 'destructive',
        });
      },
      remove(url) {
        const { markdown, count } = removeImage(text(), url);
        if (count > 0) change(markdown);
        toast({ title: 'Image Removed' });
      },
      removeAll() {
        const { markdown, count } = removeAllImages(text());
        if (count > 0) change(markdown);
        toast(count > 0 ? { title: 'All Images Removed' } : { title: 'No Images Found', variant: 'destructive' });
      },
    };
  }, [edits, toast]);
}
