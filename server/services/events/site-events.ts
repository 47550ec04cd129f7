import type { PostEvent } from '#server/repositories/posts/post-events.ts';

/** Something else readers see was changed; which, where it is known. */
export type SiteChange = { type: 'site-changed' } & (
  | {
      what: 'category' | 'tag' | 'author';
      ids: readonly number[];
      /** The slugs before and after the change. */
      oldSlugs: readonly string[];
      slugs: readonly string[];
    }
  /** `postIds`: the posts that show one of the pictures. */
  | { what: 'picture'; ids: readonly number[]; postIds: readonly number[] }
  /** Posts of these ids whose HTML was rendered anew from the same text. */
  | { what: 'html'; ids: readonly number[] }
  | { what: 'settings' }
  /** What an address with nothing leads to. */
  | { what: 'redirects' }
  /** Another process has written, or it could not be read what happened: anything may have changed. */
  | { what: 'unknown' }
);

/** A picture was stored. No post shows it yet. */
export interface PictureStored {
  type: 'picture-stored';
  id: number;
}

/** What happened to what readers see, or may come to see. */
export type SiteEvent = PostEvent | SiteChange | PictureStored;

/** Told in this process, in the moment in which it is known; keeps nothing and must not throw. */
export type Listener = (events: readonly SiteEvent[]) => void;

/** How services tell what they have done. */
export interface Events {
  /**
   * Tells what was recorded of posts and is not told yet, whoever has written it. Called after every write to posts, and
   * waited for: who gets an answer to a write then sees no older page. Never rejects.
   */
  tellPosts(): Promise<void>;
  /** Tells of a write to anything else. */
  tell(change: SiteChange | PictureStored): void;
}

interface Named {
  id: number;
  slug: string;
}

/** The ids and slugs of a change, from what there was and what there is. */
export function renamed(before: readonly Named[], after: readonly Named[]) {
  return {
    ids: [...new Set([...before, ...after].map(({ id }) => id))],
    oldSlugs: before.map(({ slug }) => slug),
    slugs: after.map(({ slug }) => slug),
  };
}
