/** A typeface at one weight, drawn as outlines: what is drawn with it looks the same where no font is installed. */
export interface Typeface {
  /** Whether it has a drawing for each character of a text. */
  covers(text: string): boolean;
  /** The length of a line in pixels at a font size in pixels. */
  width(text: string, size: number): number;
  /** SVG path data of a line whose baseline begins at x, y. */
  outline(text: string, x: number, y: number, size: number): string;
}

/** Those a card is set in: headlines, and everything small. */
export interface CardFaces {
  headline: Typeface;
  small: Typeface;
  smallStrong: Typeface;
}
