import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { SyntheticEvent } from 'react';
import { buttonClass } from '#shared/ui/button.tsx';
import { onPassedEscape } from '#shared/ui/escape-key.ts';
import { useFocusReturn } from '#shared/ui/focus-return.ts';
import { usePorts } from '../ports-context.tsx';
import type { LandingPage } from './pages.ts';

/** The page itself over the whole window, as a reader gets it; links in it stay in it. */
export function PagePreview({ page, onClose }: { page: LandingPage | null; onClose: () => void }) {
  const { site } = usePorts();
  const focusReturn = useFocusReturn();
  // Keys go to the page that is shown once it has the focus. One of another origin, as in the app, keeps them to itself.
  const hearEscape = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    currentTarget.contentDocument?.addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 'Escape' && !defaultPrevented) onClose();
    });
  };
  return (
    <Dialog.Root open={page !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={onPassedEscape(onClose)}
          {...focusReturn}
          className="fixed inset-0 z-50 flex flex-col bg-surface focus:outline-none"
        >
          <header className="flex items-center justify-between gap-4 border-b border-line px-4 py-2">
            <Dialog.Title className="min-w-0 truncate font-semibold">{page?.title}</Dialog.Title>
            <Dialog.Close className={buttonClass('quiet')}>
              <X aria-hidden />
              Close
            </Dialog.Close>
          </header>
          {page && (
            <iframe
              title={`Preview of ${page.title}`}
              src={site.frameUrl(page.path)}
              className="min-h-0 flex-1"
              onLoad={hearEscape}
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
