import { ImageManager } from '../../images/index.ts';
import type { FormProps } from './form-props.ts';
import { useInlineImages } from './inline-images.ts';

/** The Image Manager over this post's form. */
export function PostImages({ form, isOpen, onClose }: FormProps & { isOpen: boolean; onClose: () => void }) {
  const set = (field: 'featuredImage' | 'content') => (value: string) =>
    form.setValue(field, value, { shouldDirty: true, shouldValidate: true });
  const inline = useInlineImages(form.watch('content'), isOpen, set('content'));
  return (
    <ImageManager
      isOpen={isOpen}
      onClose={onClose}
      featuredImage={form.watch('featuredImage')}
      onFeature={set('featuredImage')}
      inline={inline}
    />
  );
}
