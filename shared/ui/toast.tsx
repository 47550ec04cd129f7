import { X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { createContext, type FocusEvent, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { passEscapeOn } from './escape-key.ts';
import { TOAST_DURATION, type Toast } from './toast-message.ts';
import { useToastPlace } from './toast-place.ts';

/** The distance in pixels to the right: docs/rules.md, "Toasts". */
const SWIPE_THRESHOLD = 50;

/**
 * The toast that is shown. Its number distinguishes a new toast from the old one, also when both have the same text.
 */
interface ShownToast {
  number: number;
  toast: Toast;
}

/** The corner in which toasts appear, one at a time. toast.css has its styles. */
export function ToastRegion({ shown }: { shown: ShownToast | null }) {
  const { noteOrigin, giveBack } = useToastFocus();
  const viewport = useRef<HTMLOListElement>(null);
  useToastPlace(viewport, shown !== null);
  return (
    <RadixToast.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
      {shown && <OneToast key={shown.number} {...shown.toast} onClose={giveBack} />}
      <RadixToast.Viewport
        ref={viewport}
        hotkey={['F8']}
        // An open dialog hides everything else from screen readers, except live regions. The text of a toast is read
        // out elsewhere, so the list itself need not be live.
        aria-live="off"
        onFocus={noteOrigin}
        className="toasts"
      />
    </RadixToast.Provider>
  );
}

function OneToast({ title, description, variant = 'default', onClose }: Toast & { onClose: () => void }) {
  return (
    <RadixToast.Root
      onEscapeKeyDown={passEscapeOn}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="toast"
      data-variant={variant}
    >
      <div>
        <RadixToast.Title className="toast-title">{title}</RadixToast.Title>
        {description && <RadixToast.Description className="toast-description">{description}</RadixToast.Description>}
      </div>
      <RadixToast.Close aria-label="Close" title="Close" className="toast-close">
        <X aria-hidden />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/**
 * Moves the focus for toasts: F8 moves it to their list. `noteOrigin`, as the list's `onFocus`, remembers where the
 * focus came from; `giveBack`, when a toast has closed, moves it back there.
 */
function useToastFocus() {
  const list = useRef<HTMLElement | null>(null);
  const origin = useRef<Element | null>(null);
  return {
    noteOrigin({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      list.current = currentTarget;
      if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget;
    },
    giveBack() {
      if (list.current?.contains(document.activeElement) && origin.current instanceof HTMLElement)
        origin.current.focus();
    },
  };
}

type ShowToast = (toast: Toast) => void;
const ToastContext = createContext<ShowToast | null>(null);

/** Provides `useToast` to its children. One toast is visible at a time: a new one replaces it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast | null>(null);
  const show = useCallback<ShowToast>((toast) => {
    setShown((before) => ({ number: (before?.number ?? 0) + 1, toast }));
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <ToastRegion shown={shown} />
    </ToastContext>
  );
}

/** Returns a function that shows the owner a short message. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider');
  return show;
}
