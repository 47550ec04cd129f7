import { useMemo } from 'react';
import { ContentEditor } from '../../../content-editor/index.ts';
import type { FormProps } from '../form-props.ts';
import { useContent } from '../use-throttled-state.ts';

/**
 * The post's Markdown, from the session itself: the form around it follows more slowly. What the editor gets stays the
 * same from key to key, except for the text.
 */
export function ContentField({ session, values, errors, isReadOnly }: FormProps) {
  const value = useContent(session);
  const on = useMemo(
    () => ({
      onChange: (value: string, cursor?: number) => session.setText('content', value, cursor),
      undo: () => session.undo(),
      redo: () => session.redo(),
    }),
    [session],
  );
  const featured = values.featuredImage === '' ? null : values.featuredImage;
  const postImages = useMemo(
    () => ({
      featured,
      setFeatured: (url: string | null) => session.setValues({ featuredImage: url ?? '' }),
    }),
    [session, featured],
  );
  return <ContentEditor {...on} value={value} error={errors.content} isReadOnly={isReadOnly} postImages={postImages} />;
}
