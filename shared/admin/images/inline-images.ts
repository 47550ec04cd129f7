/** How many image positions a post has (docs/rules.md, "Image positions"). */
export const INLINE_POSITIONS = 5;

/** The pictures inside a post's text, as whoever knows the text lets others see and change them. Positions count from 1. */
export interface InlineImages {
  /** All pictures of the text, at a position or not. */
  count: number;
  /** The address of the picture at a position; null when it is free. */
  at(position: number): string | null;
  insert(position: number, image: { url: string; alt: string }): void;
  remove(position: number): void;
  /** Asks first, with their number. */
  removeAll(): void;
}
