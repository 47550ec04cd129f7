import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { onPassedEscape } from '#shared/ui/escape-key.ts';
import { Icon } from '../../components/icon.tsx';
import { type Shared, shareLinks } from '../../share/share-links.ts';
import { showToast } from '../toast/show-toast.ts';
import { copyText } from './copy-text.ts';
import { NetworkMark } from './network-mark.tsx';
import { openSharePopup } from './open-share-popup.ts';
import './share-dialog.css';

export interface ShareDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called when the dialog has gone: the focus belongs back where it came from. */
  onClosed: () => void;
  shared: Shared;
}

/** Share a post: a network opens its popup and closes the dialog, Copy Link copies the page's address. */
export function ShareDialog({ isOpen, onClose, onClosed, shared }: ShareDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const address = useRef<HTMLInputElement>(null);
  // The address this page goes by in the reader's browser, without what came after it in the address bar.
  const url = new URL(window.location.pathname, window.location.href).href;

  const copy = async () => {
    if (await copyText(url, content.current ?? document.body)) {
      showToast({ title: 'Link copied!', description: 'The link has been copied to your clipboard.' });
    } else {
      showToast({ title: 'Error', description: 'The link could not be copied. Here it is.', variant: 'destructive' });
      address.current?.select();
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
          <ul className="share-networks">
            {shareLinks({ ...shared, url }).map(({ network, href }) => (
              <li key={network}>
                <button
                  type="button"
                  className="share-network"
                  onClick={() => {
                    openSharePopup(href);
                    onClose();
                  }}
                >
                  <NetworkMark network={network} />
                  {network}
                </button>
              </li>
            ))}
          </ul>
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
