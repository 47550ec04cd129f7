export interface Toast {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** How long it stays, in milliseconds: 5000 by default. */
  duration?: number;
}

export const TOAST_DURATION = 5000;
