import type { PostEvent } from '#server/repositories/posts/post-events.ts';

/** A change of anything else that readers see, with the changed objects if they are known. */
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
  /** The ids of posts whose HTML was rendered again from the same text. */
  | { what: 'html'; ids: readonly number[] }
  | { what: 'settings' }
  /** The target of an address without a page. */
  | { what: 'redirects' }
  /** Another process has written, or the events could not be read: anything may have changed. */
  | { what: 'unknown' }
);

/** A picture was stored. No post shows it yet. */
export interface PictureStored {
  type: 'picture-stored';
  id: number;
}

/** A change of what readers see, or may see later. */
export type SiteEvent = PostEvent | SiteChange | PictureStored;

/** Called in this process as soon as the events are known; stores nothing and must not throw. */
export type Listener = (events: readonly SiteEvent[]) => void;

/** The functions by which services report their changes. */
export interface Events {
  /**
   * Reports the recorded events of posts that are not reported yet, whoever has written them. Called and awaited after
   * every write to posts, so that the caller of the write sees no older page after its answer. Never rejects.
   */
  tellPosts(): Promise<void>;
  /** Reports a write to anything other than posts. */
  tell(change: SiteChange | PictureStored): void;
}

interface Named {
  id: number;
  slug: string;
}

/** The ids and slugs of a change, from the state before and the state after it. */
export function renamed(before: readonly Named[], after: readonly Named[]) {
  return {
    ids: [...new Set([...before, ...after].map(({ id }) => id))],
    oldSlugs: before.map(({ slug }) => slug),
    slugs: after.map(({ slug }) => slug),
  };
}
