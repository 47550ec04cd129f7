/** The number of image positions in a post (docs/rules.md, "Image positions"). */
export const INLINE_POSITIONS = 5;

/**
 * The pictures inside a post's text. The part that knows the text offers them to other parts, to see and change them.
 * Positions count from 1.
 */
export interface InlineImages {
  /** The number of all pictures in the text, at a position or not. */
  count: number;
  /** Returns the address of the picture at a position; null if the position is free. */
  at(position: number): string | null;
  insert(position: number, image: { url: string; alt: string }): void;
  remove(position: number): void;
  /** Removes all pictures, after a question that names their number. */
  removeAll(): void;
}
