import { useMemo } from 'react';
import { imageSlots, layoutOf } from '#shared/content/image-slots/image-slots.ts';
import { useImageEdits } from '../../content-editor/index.ts';
import { ImageManager, type InlineImages, imageNames } from '../../images/index.ts';
import type { FormProps } from './form-props.ts';
import { useContent } from './use-throttled-state.ts';

interface PostImagesProps extends FormProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The Image Manager over this post's form. */
export function PostImages({ session, values, isOpen, onClose }: PostImagesProps) {
  const content = useContent(session, isOpen);
  const inline = useInlineImages(content, isOpen, (changed) => session.setValues({ content: changed }));
  return (
    <ImageManager
      isOpen={isOpen}
      onClose={onClose}
      featuredImage={values.featuredImage}
      names={useMemo(() => imageNames(content, values.featuredImage), [content, values.featuredImage])}
      onFeature={(featuredImage, image) =>
        // The focal point belonged to another picture; this picture's own point applies.
        session.setValues({ featuredImage, featuredImageAlt: image?.metadata.alt ?? '', featuredImageFocus: '' })
      }
      inline={inline}
    />
  );
}

/**
 * Returns the five places for pictures in a post's text, from the text and a function that changes it (docs/rules.md,
 * "Image positions"). Laying out a long text takes some 50 ms, so it is done only while the Image Manager is open.
 */
function useInlineImages(content: string, isOpen: boolean, change: (content: string) => void): InlineImages {
  const { slots, count } = useMemo(() => {
    if (!isOpen) return { slots: [], count: 0 };
    const layout = layoutOf(content);
    return { slots: imageSlots(layout), count: layout.images.length };
  }, [content, isOpen]);
  const edits = useImageEdits({ text: () => content, change });
  return {
    count,
    at: (position) => slots[position - 1]?.image?.url ?? null,
    insert: (position, image) => edits.insertAt(position, { ...image, caption: '', link: '' }),
    remove: edits.removeAt,
    removeAll: edits.removeAll,
  };
}
