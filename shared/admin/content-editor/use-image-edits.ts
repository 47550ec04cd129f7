import { useMemo } from 'react';
import { imageSlots, layoutOf } from '#shared/content/image-slots/image-slots.ts';
import {
  changeImage,
  giveImageAlt,
  type ImageToInsert,
  type InsertOutcome,
  insertImage,
  insertImageNear,
  removeAllImages,
  removeImage,
  removeImageAt,
} from '#shared/content/image-slots/image-slots-edit.ts';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { TextEdits } from './field/text-edits.ts';

/** The changes that can be made to the pictures of a text; each reports its result. */
export interface ImageEdits {
  /** Puts a picture at a position, 1 to 5, and replaces the picture that is there. */
  insertAt(position: number, image: ImageToInsert): void;
  /** Puts a picture at the first free position. */
  insertNext(image: ImageToInsert): void;
  /** Puts a picture after the sentence or block at an offset; `note` is shown with the report. */
  insertNear(offset: number, image: ImageToInsert, note?: string): void;
  /** Sets the alt text of a picture in the text; its caption and its link stay. */
  giveAlt(url: string, alt: string): void;
  /** Sets the caption, link and alt text of a picture in the text. */
  describe(image: ImageToInsert): void;
  removeAt(position: number): void;
  remove(url: string): void;
  /** Removes all pictures, after a question that names their number. */
  removeAll(): Promise<void>;
}

/** The edits of a text's pictures, made on the text as it is at the moment of the call. */
export function useImageEdits(edits: Pick<TextEdits, 'text' | 'change'>): ImageEdits {
  const toast = useToast();
  const confirm = useConfirm();
  return useMemo(() => {
    const { text, change } = edits;
    const finish = (outcome: InsertOutcome, description?: string) => {
      if (outcome.kind === 'already-there') {
        toast({ title: 'This image is already in your content', variant: 'destructive' });
        return;
      }
      change(outcome.markdown);
      toast({ title: outcome.kind === 'inserted' ? 'Image Inserted!' : 'Image Replaced', description });
    };
    return {
      insertAt: (position, image) => finish(insertImage(text(), position, image)),
      insertNext(image) {
        const free = imageSlots(layoutOf(text())).find((slot) => slot.image === null);
        finish(free ? insertImage(text(), free.position, image) : insertImageNear(text(), text().length, image));
      },
      insertNear: (offset, image, note) => finish(insertImageNear(text(), offset, image), note),
      giveAlt(url, alt) {
        const markdown = giveImageAlt(text(), url, alt);
        if (markdown !== null && markdown !== text()) change(markdown);
      },
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
      async removeAll() {
        const { count } = removeAllImages(text());
        if (count === 0) {
          toast({ title: 'No Images Found', variant: 'destructive' });
          return;
        }
        if (!(await confirm(removalQuestion(count)))) return;
        // The text is read again: another device may have changed it in the meantime.
        change(removeAllImages(text()).markdown);
        toast({ title: 'All Images Removed' });
      },
    };
  }, [edits, toast, confirm]);
}

const removalQuestion = (count: number) => ({
  title: count === 1 ? 'Remove the picture from the text?' : `Remove all ${count} pictures from the text?`,
  description: 'At the five positions and everywhere else in it. The stored pictures stay.',
  confirm: 'Remove',
  isDangerous: true,
});
