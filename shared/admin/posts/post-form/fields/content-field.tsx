import { useMemo } from 'react';
import { useStore } from 'zustand';
import { type BoundText, LazyContentEditor } from '../../../content-editor/index.ts';
import type { FormProps } from '../form-props.ts';
import { useContent } from '../use-throttled-state.ts';

/**
 * The post's Markdown, from the session itself: the form around it follows more slowly. What the editor gets stays the
 * same from key to key, except for the text.
 */
export function ContentField({ session, values, errors, isReadOnly }: FormProps) {
  const value = useContent(session);
  const text = useStore(session, () => session.contentText());
  const bound = useMemo(
    (): BoundText => ({
      text,
      mayType: () => session.getState().save.kind !== 'locked',
      typing: session.typing,
      typed: session.typed,
      undo: session.undo,
      redo: session.redo,
    }),
    [session, text],
  );
  const featured = values.featuredImage === '' ? null : values.featuredImage;
  const postImages = useMemo(
    () => ({
      featured,
      setFeatured: (url: string | null) => session.setValues({ featuredImage: url ?? '' }),
    }),
    [session, featured],
  );
  const id = useStore(session, ({ save }) => save.base?.postId ?? null);
  const post = useMemo(() => ({ id, title: values.title }), [id, values.title]);
  return (
    <LazyContentEditor
      value={value}
      bound={bound}
      error={errors.content}
      isReadOnly={isReadOnly}
      postImages={postImages}
      post={post}
    />
  );
}
