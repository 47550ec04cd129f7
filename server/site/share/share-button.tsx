import { type ComponentType, useRef, useState } from 'react';
import { lazyImport } from '../browser/lazy-import.ts';
import type { ShareDialogProps } from '../browser/share/share-dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { postPath } from '../routes.ts';
import type { ShownPost, SiteInfo } from '../site-data.ts';
import { type Shared, shareLinks } from './network-links.ts';

interface ShareButtonProps {
  post: ShownPost;
  info: SiteInfo;
}

const importDialog = () => import('../browser/share/share-dialog.tsx');

/**
 * Opens the share dialog. The dialog's code is fetched when the reader comes near the button. Without JavaScript, or
 * where that code cannot be loaded, plain links to the networks are shown instead.
 */
export function ShareButton({ post, info }: ShareButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [Dialog, setDialog] = useState<ComponentType<ShareDialogProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const shared: Shared = {
    url: `${info.url}${postPath(post.slug)}`,
    title: post.title,
    summary: post.excerpt,
    tags: post.tags,
  };

  const open = () => {
    lazyImport('share-dialog', importDialog).then(
      ({ ShareDialog }) => {
        setDialog(() => ShareDialog);
        setOpen(true);
      },
      () => setFailed(true),
    );
  };
  const approach = () => {
    importDialog().catch(() => {
      // A failure is ignored here: the code is loaded again, and a failure shown, when the button is pressed.
    });
  };

  if (hasFailed) return <PlainShareLinks shared={shared} />;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        className="button button-quiet js-only gap-2"
        onClick={open}
        onPointerEnter={approach}
        onFocus={approach}
      >
        <Icon name="share-2" />
        Share
      </button>
      <noscript>
        <PlainShareLinks shared={shared} />
      </noscript>
      {Dialog && (
        <Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onClosed={() => button.current?.focus()}
          shared={shared}
        />
      )}
    </>
  );
}

function PlainShareLinks({ shared }: { shared: Shared }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-4">
      <span className="text-sm text-muted">Share on</span>
      {shareLinks(shared).map(({ network, href }) => (
        <a
          key={network}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {network}
        </a>
      ))}
    </span>
  );
}
