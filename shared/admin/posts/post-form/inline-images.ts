import { useMemo } from 'react';
import { imageSlots, layoutOf } from '#shared/content/image-slots.ts';
import { insertImage, removeAllImages, removeImageAt } from '#shared/content/image-slots-edit.ts';
import { useToast } from '#shared/ui/toast.tsx';
import type { InlineImages } from '../../images/index.ts';

/**
 * The five places for pictures in a post's text, over the text and a way to change it (admin spec §§5, 8, 9). Laying a
 * long text out takes some 50 ms, so it is done only while the Image Manager is open.
 */
export function useInlineImages(content: string, isOpen: boolean, change: (content: string) => void): InlineImages {
  const toast = useToast();
  const slots = useMemo(() => (isOpen ? imageSlots(layoutOf(content)) : []), [content, isOpen]);
  return {
    at: (position) => slots[position - 1]?.image?.url ?? null,
    insert(position, { url, metadata }) {
      const outcome = insertImage(content, position, {
        url,
        alt: metadata.alt || metadata.title,
        caption: '',
        link: '',
      });
      if (outcome.kind === 'already-there') {
        toast({ title: 'This image is already in your content', variant: 'destructive' });
        return;
      }
      change(outcome.markdown);
      toast({ title: outcome.kind === 'inserted' ? 'Image Inserted!' : 'Image Replaced' });
    },
    remove(position) {
      const outcome = removeImageAt(content, position);
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
    removeAll() {
      const { markdown, count } = removeAllImages(content);
      if (count > 0) change(markdown);
      toast(count > 0 ? { title: 'All Images Removed' } : { title: 'No Images Found', variant: 'destructive' });
    },
  };
}
