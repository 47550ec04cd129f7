import { createContext, type ReactNode, useContext } from 'react';

/** A completed save of the post form. */
export interface SavedPost {
  /** The id of the draft with which the form was opened. */
  readonly documentId: string;
  readonly postId: number;
  readonly version: number;
  readonly title: string;
  readonly isPublished: boolean;
  /** Whether the automation submitted the create. */
  readonly isAutomatic: boolean;
}

/**
 * The automation that writes posts and opens them in the form, as the post form sees it. The posts' code knows nothing
 * else of the automation; the dashboard supplies it.
 */
export interface PostAutomation {
  /**
   * Calls the listener when a create is to be submitted now. `takeSubmit` tells whether it is the create of this draft.
   */
  onSubmit(listener: () => void): () => void;
  /**
   * To be called when the form of this draft is open. Returns, once, the create's Idempotency-Key when the form is to
   * submit it; null for any other draft.
   */
  takeSubmit(documentId: string): string | null;
  /** Reports a save of the form, so that a draft knows its post, and an automatic publication can be undone. */
  saved(post: SavedPost): void;
  /** Returns the target market of the posts, for pictures; empty when it is not known. */
  targetMarket(): string;
}

const AutomationContext = createContext<PostAutomation | null>(null);

export function PostAutomationProvider({ automation, children }: { automation: PostAutomation; children: ReactNode }) {
  return <AutomationContext value={automation}>{children}</AutomationContext>;
}

/** Throws outside a PostAutomationProvider. */
export function usePostAutomation(): PostAutomation {
  const automation = useContext(AutomationContext);
  if (!automation) throw new Error('Posts are used without their automation');
  return automation;
}
