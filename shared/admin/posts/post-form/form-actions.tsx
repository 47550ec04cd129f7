import { Bug, ExternalLink as ExternalIcon, Images } from 'lucide-react';
import type { Post } from '#shared/contract/posts.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { ExternalLink } from '../../external-link.tsx';
import { usePorts } from '../../ports-context.tsx';

interface FormActionsProps {
  post: Post | null;
  isSaving: boolean;
  isDebugging: boolean;
  onSaveDraft: () => void;
  onManageImages: () => void;
  onDebug: () => void;
  onCancel: () => void;
}

/** The form's buttons; they stay in sight while the form scrolls. */
export function FormActions({ post, isSaving, isDebugging, ...on }: FormActionsProps) {
  const { site } = usePorts();
  return (
    <div className="z-10 mt-6 flex flex-wrap items-center gap-2 border-t border-line bg-paper/95 py-3 backdrop-blur-sm md:sticky md:bottom-0">
      <Button type="submit" variant="primary" disabled={isSaving}>
        {post ? 'Update Post' : 'Create Post'}
      </Button>
      <Button onClick={on.onSaveDraft} disabled={isSaving} aria-keyshortcuts="Control+S Meta+S">
        Save Draft
      </Button>
      <Button onClick={on.onManageImages}>
        <Images aria-hidden />
        Manage Images
      </Button>
      {post && (
        <ExternalLink href={site.url(`/post/${encodeURIComponent(post.slug)}`)} className={buttonClass('quiet')}>
          <ExternalIcon aria-hidden />
          View
        </ExternalLink>
      )}
      <span className="ms-auto flex gap-2">
        <Button variant="plain" onClick={on.onDebug} aria-expanded={isDebugging}>
          <Bug aria-hidden />
          Debug Form
        </Button>
        <Button variant="plain" onClick={on.onCancel}>
          Cancel
        </Button>
      </span>
    </div>
  );
}
