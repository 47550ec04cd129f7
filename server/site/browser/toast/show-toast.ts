import { TOAST_DURATION, type Toast } from '#shared/ui/toast-message.ts';
import type { mountToaster } from './toaster.tsx';

let toaster: Promise<ReturnType<typeof mountToaster>> | undefined;

/** Loads the code of toasts before the first one is shown: for places where a toast may soon be needed. */
export function preloadToasts(): void {
  loadToaster().catch(() => {
    // A failure is ignored here: the code is loaded again when there is a toast to show.
  });
}

/**
 * Shows a toast. One is visible at a time: a new one replaces the one before. The toast code is loaded when the first
 * is shown; where it cannot be loaded (no network, files of an older version), the words are shown plainly. Unlike
 * other lazy parts, it does not reload the page: that would remove the words.
 */
export function showToast(toast: Toast): void {
  loadToaster().then(
    (show) => show(toast),
    () => showPlainly(toast),
  );
}

function loadToaster() {
  toaster ??= import('./toaster.tsx').then(({ mountToaster }) => mountToaster());
  toaster.catch(() => {
    toaster = undefined;
  });
  return toaster;
}

const PLAIN_ID = 'plain-toast';

function showPlainly({ title, description }: Toast): void {
  document.getElementById(PLAIN_ID)?.remove();
  const box = document.createElement('div');
  box.id = PLAIN_ID;
  box.setAttribute('role', 'alert');
  Object.assign(box.style, {
    position: 'fixed',
    inset: 'auto 1rem 1rem',
    zIndex: '100',
    padding: '1rem',
    border: '1px solid',
    background: 'var(--surface)',
    color: 'var(--ink)',
  });
  for (const text of [title, description]) {
    if (text) box.append(Object.assign(document.createElement('p'), { textContent: text }));
  }
  document.body.append(box);
  setTimeout(() => box.remove(), TOAST_DURATION);
}
