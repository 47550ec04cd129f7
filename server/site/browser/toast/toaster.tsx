import { createRoot } from 'react-dom/client';
import { ToastRegion } from '#shared/ui/toast.tsx';
import type { Toast } from '#shared/ui/toast-message.ts';
import '#shared/ui/toast.css';

/**
 * Puts the toast region at the end of the page, in a separate React root (toasts outlive the screens that show them),
 * and returns the function that shows a toast.
 */
export function mountToaster(): (toast: Toast) => void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  let number = 0;
  root.render(<ToastRegion shown={null} />);
  return (toast) => {
    number += 1;
    root.render(<ToastRegion shown={{ number, toast }} />);
  };
}
