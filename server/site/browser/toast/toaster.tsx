import { Toast as RadixToast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { passEscapeOn } from '#shared/ui/escape-key.ts';
import { useToastFocus } from '#shared/ui/toast-focus.ts';
import { Icon } from '../../components/icon.tsx';
import { TOAST_DURATION, type Toast } from './toast.ts';
import './toast.css';

/** The toast on show. `id` tells a new one from the old, also when both say the same. */
interface Shown {
  id: number;
  toast: Toast;
}

/**
 * Puts the toast region at the end of the page, in a React root of its own (toasts outlive the screens that show them),
 * and gives back the function that shows one. Its constants: docs/rules.md, "Toasts".
 */
export function mountToaster(): (toast: Toast) => void {
  let shown: Shown | null = null;
  const listeners = new Set<() => void>();
  const store = {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => shown,
  };
  const container = document.body.appendChild(document.createElement('div'));
  createRoot(container).render(<Toaster store={store} />);
  return (toast) => {
    shown = { id: (shown?.id ?? 0) + 1, toast };
    for (const listener of listeners) listener();
  };
}

interface ToasterProps {
  store: { subscribe: (listener: () => void) => () => void; read: () => Shown | null };
}

function Toaster({ store }: ToasterProps) {
  const shown = useSyncExternalStore(store.subscribe, store.read);
  const { noteOrigin, giveBack } = useToastFocus();
  return (
    <RadixToast.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={50}>
      {shown && <OneToast key={shown.id} {...shown.toast} onClose={giveBack} />}
      <RadixToast.Viewport className="toasts" hotkey={['F8']} onFocus={noteOrigin} />
    </RadixToast.Provider>
  );
}

function OneToast({
  title,
  description,
  variant = 'default',
  duration = TOAST_DURATION,
  onClose,
}: Toast & { onClose: () => void }) {
  return (
    <RadixToast.Root
      className="toast"
      data-variant={variant}
      duration={duration}
      onEscapeKeyDown={passEscapeOn}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <div>
        <RadixToast.Title className="toast-title">{title}</RadixToast.Title>
        {description && <RadixToast.Description className="toast-description">{description}</RadixToast.Description>}
      </div>
      <RadixToast.Close className="toast-close" aria-label="Close">
        <Icon name="x" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
