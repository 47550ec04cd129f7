import { createContext, type ReactNode, useContext } from 'react';

/** A save of the post form that is through. */
export interface SavedPost {
  /** The draft the form was opened with. */
  readonly documentId: string;
  readonly postId: number;
  readonly version: number;
  readonly title: string;
  readonly isPublished: boolean;
  /** Its create was submitted by the automation. */
  readonly isAutomatic: boolean;
}

/**
 * What writes posts by itself and opens them in the form, as the post form sees it. Posts know nothing else of it; the
 * dashboard gives it.
 */
export interface PostAutomation {
  /** Calls back when a create is to be submitted now. `takeSubmit` says whether for this draft. */
  onSubmit(listener: () => void): () => void;
  /**
   * The form is open on this draft. Gives the create's Idempotency-Key where it is to be submitted, once; null for any
   * other.
   */
  takeSubmit(documentId: string): string | null;
  /** What became of the form, so that a draft knows its post, and what was published by itself can be undone. */
  saved(post: SavedPost): void;
  /** Whom the posts are written for, for pictures; empty where nobody said so. */
  targetMarket(): string;
}

const AutomationContext = createContext<PostAutomation | null>(null);

export function PostAutomationProvider({ automation, children }: { automation: PostAutomation; children: ReactNode }) {
  return <AutomationContext value={automation}>{children}</AutomationContext>;
}

/** Throws outside of a PostAutomationProvider. */
export function usePostAutomation(): PostAutomation {
  const automation = useContext(AutomationContext);
  if (!automation) throw new Error('Posts are used without their automation');
  return automation;
}
