import type { Provenance } from '#shared/kernel/provenance.ts';

/** The post's Markdown, which changes with every key. */
export interface ContentSource {
  current(): string;
  /** Calls `listener` after each change until the function it returns is called. */
  subscribe(listener: () => void): () => void;
}

/** The same of a post that is edited. */
export interface EditedContent extends ContentSource {
  /** Which characters of it a model wrote. */
  provenance(): Provenance;
  /** Says it of the text as it is now. */
  mark(provenance: Provenance): void;
}
