import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { onPassedEscape } from '#shared/ui/escape-key.ts';
import { Icon } from '../../components/icon.tsx';
import { type Shared, type ShareNetwork, shareLinks } from '../../share/network-links.ts';
import { showToast } from '../toast/show-toast.ts';
import { copyText } from './copy-text.ts';
import './share-dialog.css';

/** The width of the share popup in CSS pixels. */
const POPUP_WIDTH = 600;
const POPUP_HEIGHT = 400;

const marks: Record<ShareNetwork, string> = {
  Facebook: 'M14 8.5h2.5V5H14c-2.5 0-4 1.6-4 4v2H7.5v3.5H10V22h3.6v-7.5h2.6l.6-3.5h-3.2V9.3c0-.5.2-.8.4-.8z',
  Twitter:
    'M22 5.9a8 8 0 0 1-2.3.6 4 4 0 0 0 1.8-2.2 8 8 0 0 1-2.6 1 4 4 0 0 0-7 2.8c0 .3 0 .6.1.9A11.5 11.5 0 0 1 3.7 4.7a4 4 0 0 0 1.3 5.4 4 4 0 0 1-1.9-.5 4 4 0 0 0 3.3 4 4 4 0 0 1-1.8.1 4 4 0 0 0 3.8 2.8A8.2 8.2 0 0 1 2.5 18.2 11.5 11.5 0 0 0 8.7 20c7.5 0 11.6-6.2 11.6-11.5v-.6A8 8 0 0 0 22 5.9z',
  LinkedIn:
    'M6.9 8.9H3.6V20h3.3zM5.2 3.7a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8zM20.5 13.3c0-3-1.6-4.7-4-4.7-1.8 0-2.7 1-3.2 1.7V8.9H10V20h3.3v-5.9c0-1.6.7-2.5 1.9-2.5s1.9.9 1.9 2.6V20h3.4z',
};

export interface ShareDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called when the dialog has closed: the focus must go back to where it came from. */
  onClosed: () => void;
  shared: Shared;
}

/** The dialog to share a post: a network opens its popup and closes the dialog, Copy Link copies the page's address. */
export function ShareDialog({ isOpen, onClose, onClosed, shared }: ShareDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const address = useRef<HTMLInputElement>(null);
  // This page's address in the reader's browser, without its query and fragment.
  const url = new URL(window.location.pathname, window.location.href).href;

  const copy = async () => {
    if (await copyText(url, content.current ?? document.body)) {
      showToast({ title: 'Link copied!', description: 'The link has been copied to your clipboard.' });
    } else {
      showToast({ title: 'Error', description: 'The link could not be copied. Here it is.', variant: 'destructive' });
      address.current?.select();
    }
  };

  const shareElsewhere = async () => {
    try {
      await navigator.share({ url, title: shared.title });
      onClose();
    } catch {
      // The reader has closed the system's share sheet, and is back here.
    }
  };

  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="share-overlay" />
        <Dialog.Content
          ref={content}
          className="share-dialog"
          onKeyDown={onPassedEscape(onClose)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
        >
          <Dialog.Title className="share-title">Share this post</Dialog.Title>
          <Dialog.Description className="share-description">{shared.title}</Dialog.Description>
          <Networks shared={{ ...shared, url }} onChosen={onClose} />
          {'share' in navigator && (
            <button type="button" className="share-elsewhere" onClick={shareElsewhere}>
              <Icon name="share-2" />
              More ways to share
            </button>
          )}
          <div className="share-address">
            <input
              ref={address}
              readOnly
              value={url}
              aria-label="Address of this post"
              onFocus={(e) => e.target.select()}
            />
            <button type="button" className="share-copy" onClick={copy}>
              Copy Link
            </button>
          </div>
          <Dialog.Close className="share-close" aria-label="Close">
            <Icon name="x" className="size-5" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The networks, each with its own popup. */
function Networks({ shared, onChosen }: { shared: Parameters<typeof shareLinks>[0]; onChosen: () => void }) {
  return (
    <ul className="share-networks">
      {shareLinks(shared).map(({ network, href }) => (
        <li key={network}>
          <button
            type="button"
            className="share-network"
            onClick={() => {
              openSharePopup(href);
              onChosen();
            }}
          >
            <NetworkMark network={network} />
            {network}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A network's logo, in the colour of the text beside it. */
function NetworkMark({ network }: { network: ShareNetwork }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={marks[network]} fill="currentColor" />
    </svg>
  );
}

/**
 * Opens a network's share page in a popup of 600 × 400, in the middle of the reader's window. The popup gets no
 * `opener`, with which its page could navigate the reader's tab. Therefore no window is returned, and a blocked popup
 * cannot be told from an opened one; browsers open a popup after a click.
 */
function openSharePopup(href: string): void {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - POPUP_WIDTH) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - POPUP_HEIGHT) / 2));
  window.open(
    href,
    '_blank',
    `width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top},noopener,noreferrer`,
  );
}
