import { ImageManager } from '../../images/index.ts';
import type { FormProps } from './form-props.ts';
import { useContent } from './use-calm-state.ts';
import { useInlineImages } from './use-inline-images.ts';

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
      onFeature={(featuredImage) => session.setValues({ featuredImage })}
      inline={inline}
    />
  );
}
