import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode, SyntheticEvent } from 'react';
import { buttonClass } from '#shared/ui/button.tsx';
import { onPassedEscape } from '#shared/ui/escape-key.ts';
import { useFocusReturn } from '#shared/ui/focus-return.ts';

interface PageWindowProps {
  isOpen: boolean;
  title: string;
  /** Controls for the page, in the head of the window. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A window over the whole admin that shows a page of the site. What is under the window stays as it is. */
export function PageWindow({ isOpen, title, actions, onClose, children }: PageWindowProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={onPassedEscape(onClose)}
          {...focusReturn}
          className="fixed inset-0 z-50 flex flex-col bg-surface focus:outline-none"
        >
          <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-2">
            <Dialog.Title className="min-w-0 truncate font-semibold">{title}</Dialog.Title>
            <div className="flex shrink-0 items-center gap-2">
              {actions}
              <Dialog.Close className={buttonClass('quiet')}>
                <X aria-hidden />
                Close
              </Dialog.Close>
            </div>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * For a frame in the window: Escape closes the window even while the page in the frame has the focus. A page of another
 * origin, as in the app, does not pass its keys on.
 */
export function hearEscape(onClose: () => void) {
  return ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    currentTarget.contentDocument?.addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 'Escape' && !defaultPrevented) onClose();
    });
  };
}
