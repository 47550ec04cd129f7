import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { onPassedEscape } from './escape-key.ts';
import { useFocusReturn } from './focus-return.ts';

const places = {
  /** In the middle, as wide as a form. */
  center: 'inset-x-4 top-1/2 mx-auto max-h-[88dvh] max-w-lg -translate-y-1/2 rounded-md border border-line',
  /** In the middle, as wide as a list of pictures. */
  wide: 'inset-x-4 top-1/2 mx-auto max-h-[92dvh] max-w-page -translate-y-1/2 rounded-md border border-line',
  /** At the right edge, from top to bottom. */
  side: 'inset-y-0 end-0 w-full max-w-[34rem] border-s border-line',
} as const;

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  place?: keyof typeof places;
  /** Opens over another dialog. */
  isOver?: boolean;
  /** Whether nothing in the dialog takes the focus: content longer than the window can still be scrolled by keys. */
  isText?: boolean;
  /** Content that stays at the bottom while the rest scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A modal dialog: it takes the focus and gives it back; Escape, its button and a click outside close it. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  place = 'center',
  isOver = false,
  isText = false,
  footer,
  children,
}: DialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay
          className={classNames('fixed inset-0 bg-sunken/75 backdrop-blur-[2px]', isOver ? 'z-60' : 'z-40')}
        />
        <RadixDialog.Content
          className={classNames(
            'fixed flex flex-col bg-surface shadow-2xl focus:outline-none',
            isOver ? 'z-70' : 'z-50',
            places[place],
          )}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onKeyDown={onPassedEscape(onClose)}
          {...focusReturn}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line py-3 ps-5 pe-3">
            <div className="min-w-0 pt-1">
              <RadixDialog.Title className="font-serif text-xl font-medium">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="text-sm text-muted">{description}</RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close asChild>
              <IconButton label="Close" className="shrink-0">
                <X aria-hidden />
              </IconButton>
            </RadixDialog.Close>
          </header>
          <div
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5"
            {...(isText && { tabIndex: 0, role: 'group', 'aria-label': title })}
          >
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
