/** What a page is read on, told by its kind alone. */
export type DeviceClass = 'phones' | 'tablets' | 'computers';

/** The place of every post; the other pages are counted by their kind. */
export const POST_PLACE = 'post';

/** Stands in the place of an address for all doors that robots try. */
export const PROBES = '*';

/** What is counted. Whatever is alike is one sum: nothing else is kept of it. */
export type Counted =
  | {
      what: 'reading';
      /** Days since 1970, UTC, as in all of them. */
      day: number;
      place: string;
      /** 0 for pages that are no post. */
      postId: number;
      device: DeviceClass;
      /** The site the reader came from; null where none was named. */
      host: string | null;
    }
  | { what: 'end'; day: number; postId: number }
  | { what: 'search'; day: number; words: string; hasFound: boolean }
  | {
      what: 'missing';
      day: number;
      path: string;
      /** The site with the link, `own` for this one, empty for none. */
      host: string;
    };

/** A sum of what was counted. */
export type Sum = Counted & { count: number };
