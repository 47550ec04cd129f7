/** A picture in the form in which it is sent to a model. */
export interface ShownPicture {
  /** The picture's address in the text. */
  address: string;
  /** The media type: "image/webp". */
  type: string;
  bytes: Buffer;
}

/** A live post to which a text could link. */
export interface LinkTarget {
  title: string;
  slug: string;
}

/** The site's data that is sent along with a suggestion. */
export interface SuggestionMaterial {
  /** The codex of a category as text; empty when the category has none, and for category 0. */
  codexOf(categoryId: number): Promise<string>;
  /** The names of all existing tags. */
  tagNames(): Promise<string[]>;
  /** Live posts on the same subject to which the text does not link yet. Throws AppError `content_too_complex`. */
  linkTargets(text: { id?: number; title: string; content: string }): Promise<LinkTarget[]>;
  /** Our own pictures among these addresses, in a small size. */
  pictures(addresses: readonly string[]): Promise<ShownPicture[]>;
}
