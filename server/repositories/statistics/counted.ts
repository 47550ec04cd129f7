/** The kind of device on which a page is read. */
export type DeviceClass = 'phones' | 'tablets' | 'computers';

/** The place of every post; the other pages are counted by their kind. */
export const POST_PLACE = 'post';

/** Stands for the addresses that robots try. */
export const PROBES = '*';

/** The things that are counted. Everything with the same values is one sum: nothing else is stored about it. */
export type Counted =
  | {
      what: 'reading';
      /** Days since 1970, UTC; the same in every kind below. */
      day: number;
      place: string;
      /** 0 for pages that are not posts. */
      postId: number;
      device: DeviceClass;
      /** The site from which the reader came; null when none was given. */
      host: string | null;
    }
  | { what: 'end'; day: number; postId: number }
  | { what: 'search'; day: number; words: string; hasFound: boolean }
  | {
      what: 'missing';
      day: number;
      path: string;
      /** The site with the link, `own` for this site, empty for none. */
      host: string;
    };

/** A sum of what was counted. */
export type Sum = Counted & { count: number };
