import { useMemo } from 'react';
import { imageSlots, layoutOf } from '#shared/content/image-slots/image-slots.ts';
import { useImageEdits } from '../../content-editor/index.ts';
import type { InlineImages } from '../../images/index.ts';

/**
 * The five places for pictures in a post's text, over the text and a way to change it (docs/rules.md, "Image
 * positions"). Laying a long text out takes some 50 ms, so it is done only while the Image Manager is open.
 */
export function useInlineImages(content: string, isOpen: boolean, change: (content: string) => void): InlineImages {
  const slots = useMemo(() => (isOpen ? imageSlots(layoutOf(content)) : []), [content, isOpen]);
  const edits = useImageEdits({ text: () => content, change });
  return {
    at: (position) => slots[position - 1]?.image?.url ?? null,
    insert(position, { url, metadata }) {
      edits.insertAt(position, { url, alt: metadata.alt || metadata.title, caption: '', link: '' });
    },
    remove: edits.removeAt,
    removeAll: edits.removeAll,
  };
}
