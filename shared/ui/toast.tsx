import { X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { IconButton } from './button.tsx';
import { passEscapeOn } from './escape-key.ts';
import { useToastFocus } from './toast-focus.ts';

interface Toast {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
}

type ShowToast = (toast: Toast) => void;
const ToastContext = createContext<ShowToast | null>(null);

/** Milliseconds, and pixels to the right: docs/rules.md, "Toasts". */
const DURATION = 5000;
const SWIPE_THRESHOLD = 50;

/** Gives `useToast` to what is inside. One toast is visible at a time: a new one replaces the one before. */
export function ToastProvider({ children }: { children: ReactNode }) {
  // The number tells a new toast from the old, also when both say the same.
  const [shown, setShown] = useState<{ number: number; toast: Toast } | null>(null);
  const show = useCallback<ShowToast>((toast) => {
    setShown((before) => ({ number: (before?.number ?? 0) + 1, toast }));
  }, []);
  const { noteOrigin, giveBack } = useToastFocus();
  return (
    <ToastContext value={show}>
      <RadixToast.Provider duration={DURATION} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
        {children}
        {shown && <OneToast key={shown.number} {...shown.toast} onClose={giveBack} />}
        <RadixToast.Viewport
          hotkey={['F8']}
          // A window that is open hides everything else from screen readers, except what is live. What a toast says is
          // read out elsewhere, so the list itself need not be.
          aria-live="off"
          onFocus={noteOrigin}
          className="fixed inset-x-0 top-0 z-80 m-0 list-none p-3 sm:inset-x-auto sm:end-0 sm:top-auto sm:bottom-[var(--sticky-bottom,0px)] sm:w-[26rem] sm:p-4"
        />
      </RadixToast.Provider>
    </ToastContext>
  );
}

function OneToast({ title, description, variant = 'default', onClose }: Toast & { onClose: () => void }) {
  return (
    <RadixToast.Root
      onEscapeKeyDown={passEscapeOn}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="toast-box"
      data-variant={variant}
    >
      <div className="min-w-0 wrap-anywhere">
        <RadixToast.Title className="toast-heading font-semibold">{title}</RadixToast.Title>
        {description && <RadixToast.Description className="mt-0.5 text-muted">{description}</RadixToast.Description>}
      </div>
      <RadixToast.Close asChild>
        <IconButton label="Close" className="-my-2 text-muted">
          <X aria-hidden />
        </IconButton>
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/** Says something to the owner in passing. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider');
  return show;
}
