/** What a toast says. On its own, for places that must not load what draws it. */
export interface Toast {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
}

/** How long a toast stays, in milliseconds: docs/rules.md, "Toasts". */
export const TOAST_DURATION = 5000;
