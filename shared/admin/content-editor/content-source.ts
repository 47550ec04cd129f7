import type { Provenance } from '#shared/kernel/provenance.ts';

/** The post's Markdown, which changes with every keystroke. */
export interface ContentSource {
  current(): string;
  /** Calls `listener` after each change until the function it returns is called. */
  subscribe(listener: () => void): () => void;
}

/** The Markdown of a post that is being edited. */
export interface EditedContent extends ContentSource {
  /** Returns which characters of the text a model wrote. */
  provenance(): Provenance;
  /** Sets the provenance of the text as it is now. */
  mark(provenance: Provenance): void;
}
