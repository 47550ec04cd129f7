/** The content of a toast. In a file of its own, for code that must not load the component that draws it. */
export interface Toast {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
}

/** How long a toast stays, in milliseconds: docs/rules.md, "Toasts". */
export const TOAST_DURATION = 5000;
