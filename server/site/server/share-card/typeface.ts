/** A typeface at one weight, drawn as outlines: its texts look the same where no font is installed. */
export interface Typeface {
  /** Whether the typeface has a glyph for each character of a text. */
  covers(text: string): boolean;
  /** The length of a line in pixels at a font size in pixels. */
  width(text: string, size: number): number;
  /** SVG path data of a line whose baseline begins at x, y. */
  outline(text: string, x: number, y: number, size: number): string;
}

/** The typefaces of a card: one for headlines, and those for everything small. */
export interface CardFaces {
  headline: Typeface;
  small: Typeface;
  smallStrong: Typeface;
}
