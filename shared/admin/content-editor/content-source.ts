/** The post's Markdown, which changes with every key. */
export interface ContentSource {
  current(): string;
  /** Calls `listener` after each change until the function it returns is called. */
  subscribe(listener: () => void): () => void;
}
