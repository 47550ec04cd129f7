/** A picture as a model is shown it. */
export interface ShownPicture {
  /** Its address in the text. */
  address: string;
  /** "image/webp". */
  type: string;
  bytes: Buffer;
}

/** A live post that could be linked to. */
export interface LinkTarget {
  title: string;
  slug: string;
}

/** What of the site goes along with a suggestion. */
export interface SuggestionMaterial {
  /** The codex of a category as text; empty where it has none, and for category 0. */
  codexOf(categoryId: number): Promise<string>;
  /** The names of all tags there are. */
  tagNames(): Promise<string[]>;
  /** Live posts on the same that the text does not link yet. Throws AppError `content_too_complex`. */
  linkTargets(text: { id?: number; title: string; content: string }): Promise<LinkTarget[]>;
  /** The pictures of ours among these addresses, small. */
  pictures(addresses: readonly string[]): Promise<ShownPicture[]>;
}
