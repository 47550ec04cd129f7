import { memo, type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import type { RelatedPost } from '#shared/contract/judge.ts';
import {
  type BoundText,
  type EditedContent,
  LazyContentEditor,
  type TextEdits,
} from '../../../content-editor/index.ts';
import type { FormProps } from '../form-props.ts';

interface ContentFieldProps extends Pick<FormProps, 'session' | 'isReadOnly'> {
  error: string | undefined;
  /** Empty when the post has no picture. */
  featuredImage: string;
  related: readonly RelatedPost[];
  help: ReactNode;
  onEdits: (edits: TextEdits) => void;
}

/**
 * The post's Markdown, read directly from the session, since the surrounding form follows more slowly. The editor's
 * props stay the same from key to key.
 */
export const ContentField = memo(function ContentField(props: ContentFieldProps) {
  const { session, error, featuredImage, isReadOnly, related, help, onEdits } = props;
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
  const content = useMemo(
    (): EditedContent => ({
      current: () => session.getState().values.content,
      provenance: () => session.getState().values.provenance,
      mark: (provenance) => session.setValues({ provenance }),
      subscribe: (listener) =>
        session.subscribe((now, before) => {
          if (now.values.content !== before.values.content) listener();
        }),
    }),
    [session],
  );
  const featured = featuredImage === '' ? null : featuredImage;
  const postImages = useMemo(
    () => ({
      featured,
      setFeatured: (url: string | null) => session.setValues({ featuredImage: url ?? '' }),
    }),
    [session, featured],
  );
  return (
    <LazyContentEditor
      content={content}
      bound={bound}
      error={error}
      isReadOnly={isReadOnly}
      postImages={postImages}
      related={related}
      help={help}
      onEdits={onEdits}
    />
  );
});
