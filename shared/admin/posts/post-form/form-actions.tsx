import { Bug, ExternalLink as ExternalIcon, FileDown, Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { stickyBottom } from '#shared/ui/sticky-bar.ts';
import { ExternalLink } from '../../external-link.tsx';
import { usePorts } from '../../ports-context.tsx';

interface FormActionsProps {
  /** The slug the post has on the server; null for a new one. */
  slug: string | null;
  isSaving: boolean;
  isDebugging: boolean;
  stateLine: ReactNode;
  revisions: ReactNode;
  onSaveDraft: () => void;
  onManageImages: () => void;
  onSaveFile: () => void;
  onDebug: () => void;
  onCancel: () => void;
}

/** The save state and the form's buttons; they stay in sight while the form scrolls, on a phone the state line alone. */
export function FormActions({ slug, isSaving, isDebugging, stateLine, revisions, ...on }: FormActionsProps) {
  const { site } = usePorts();
  return (
    <div
      ref={stickyBottom}
      className="mt-6 max-md:contents md:sticky md:bottom-0 md:z-10 md:-mx-1 md:border-t md:border-line md:bg-paper/95 md:px-1 md:py-3 md:backdrop-blur-sm"
    >
      {stateLine}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" disabled={isSaving}>
          {slug === null ? 'Create Post' : 'Update Post'}
        </Button>
        <Button onClick={on.onSaveDraft} disabled={isSaving} aria-keyshortcuts="Control+S Meta+S">
          Save Draft
        </Button>
        <Button onClick={on.onManageImages}>
          <Images aria-hidden />
          Manage Images
        </Button>
        {slug !== null && (
          <ExternalLink href={site.url(`/post/${encodeURIComponent(slug)}`)} className={buttonClass('quiet')}>
            <ExternalIcon aria-hidden />
            View
          </ExternalLink>
        )}
        <span className="ms-auto flex flex-wrap gap-2">
          {revisions}
          <Button variant="plain" onClick={on.onSaveFile}>
            <FileDown aria-hidden />
            Save as Markdown
          </Button>
          <Button variant="plain" onClick={on.onDebug} aria-expanded={isDebugging}>
            <Bug aria-hidden />
            Debug Form
          </Button>
          <Button variant="plain" onClick={on.onCancel}>
            Cancel
          </Button>
        </span>
      </div>
    </div>
  );
}
