/** A draft before it becomes a post; the list of drafts is stored under `generatedDrafts`. */
export interface GeneratedDraft {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  /** Markdown as the model wrote it: untrusted until the content pipeline has cleaned it. */
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly featured: boolean;
  /** Minutes, at least 1. */
  readonly readTime: number;
  readonly featuredImage?: string | undefined;
}

/** The category of every generated draft until the owner chooses another. */
export const DRAFT_CATEGORY = 'Lifestyle';
export const FALLBACK_TITLE = 'Untitled draft';

/** Returns the id of a draft: the same for the same answer, however often it is parsed. */
export function draftId(source: string, index: number): string {
  return `${source}-${index + 1}`;
}
