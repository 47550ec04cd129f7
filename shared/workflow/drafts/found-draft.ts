/** The parts of one draft that the reader of one format has found. A part that the format did not give is empty. */
export interface FoundDraft {
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  readonly tags: readonly string[];
  readonly content: string;
}

export interface Found {
  readonly drafts: readonly FoundDraft[];
  /** The text outside the drafts: greetings, remarks. */
  readonly leftover: string;
}

/** An answer with more parts than this is not a list of posts. */
export const MAX_DRAFTS = 200;

/** Returns a title without its formatting marks and quotation marks. */
export function cleanTitle(text: string): string {
  let title = text.slice(0, 1000).trim();
  for (let before = ''; before !== title; ) {
    before = title;
    title = title
      .replace(/^#{1,6}\s+/, '')
      .replace(/\s+#{1,6}$/, '')
      .replace(/^(\*{1,3}|_{1,3}|`)(.*[^\s])\1$/su, '$2')
      .replace(/^["“„«'‘](.*[^\s])["”“»'’]$/su, '$1')
      .trim();
  }
  return title.replace(/<\/?[a-z][^<>]{0,200}>/gi, '').trim();
}
