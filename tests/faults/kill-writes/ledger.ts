/**
 * The writes that a site has acknowledged to its writers, and those that they had requested when the answer did not
 * come.
 */
export interface Ledger {
  /** By slug: the content of the last acknowledged save, and of a save that was never answered. */
  posts: Map<string, { kept: string | null; asked: string | null }>;
  /** By slug: live posts with a pending change that is applied at its time. */
  swaps: Map<string, Swap>;
  /** File names of pictures that the site has acknowledged and was not asked to delete. */
  pictures: Set<string>;
  /** Pictures whose deletion was acknowledged. */
  deleted: Set<string>;
  /** Texts of acknowledged messages. */
  messages: Set<string>;
}

/** A live post and its pending change, by their contents. */
export interface Swap {
  before: string;
  after: string;
  /** Whether the site has acknowledged the change; if not, it may still have it. */
  isKept: boolean;
}

/** The state of a post whose pending change is due. */
export interface FoundSwap {
  content: string;
  version: number;
  /** The number of its versions that were replaced. */
  revisions: number;
  /** How often it is recorded that a change was applied. */
  recorded: number;
  /** Whether the post has a pending change. */
  isWaiting: boolean;
}

/** The contents of a site's database and disk. */
export interface Found {
  posts: ReadonlyMap<string, string>;
  swaps: ReadonlyMap<string, FoundSwap>;
  /** The names of pictures, and of the files that their rows name. */
  pictures: ReadonlySet<string>;
  wantedFiles: ReadonlySet<string>;
  files: ReadonlySet<string>;
  messages: ReadonlySet<string>;
  /** Live posts, with how often it is recorded that they went live: each was published once. */
  goneLive: ReadonlyMap<string, number>;
  /** What SQLite reports about the file's integrity and references; empty when all is well. */
  databaseFaults: readonly string[];
}

export function createLedger(): Ledger {
  return { posts: new Map(), swaps: new Map(), pictures: new Set(), deleted: new Set(), messages: new Set() };
}

/** Counts the acknowledged writes. */
export function countPromises({ posts, swaps, pictures, deleted, messages }: Ledger): number {
  const kept = [...posts.values()].filter((post) => post.kept !== null).length;
  const swapped = [...swaps.values()].filter(({ isKept }) => isKept).length;
  return kept + swapped + pictures.size + deleted.size + messages.size;
}

/** Describes every broken promise; empty if each acknowledged write is complete and nothing is half-written. */
export function brokenPromises(ledger: Ledger, found: Found): string[] {
  const faults = found.databaseFaults.map((fault) => `the database: ${fault}`);
  for (const [slug, { kept, asked }] of ledger.posts) {
    const content = found.posts.get(slug);
    if (content === kept || (asked !== null && content === asked)) continue;
    if (kept !== null || content !== undefined) faults.push(`the post ${slug} is not as it was saved`);
  }
  for (const [slug, times] of found.goneLive) {
    // Other posts were there before the writers started, and were not made by a service.
    if ((ledger.posts.has(slug) || ledger.swaps.has(slug)) && times !== 1)
      faults.push(`it is recorded ${times} times that the post ${slug} went live`);
  }
  for (const [slug, swap] of ledger.swaps) {
    if (!isSwapped(swap, found.swaps.get(slug))) faults.push(`the change of the post ${slug} is not in its place once`);
  }
  for (const name of ledger.pictures) {
    if (!found.pictures.has(name)) faults.push(`the picture ${name} has no row`);
  }
  for (const name of ledger.deleted) {
    if (found.pictures.has(name)) faults.push(`the deleted picture ${name} has a row again`);
  }
  for (const text of ledger.messages) {
    if (!found.messages.has(text)) faults.push(`the message “${text}” is gone`);
  }
  for (const name of found.wantedFiles) {
    if (!found.files.has(name)) faults.push(`the file ${name} of a picture is not there`);
  }
  for (const name of found.files) {
    if (!found.wantedFiles.has(name)) faults.push(`the file ${name} belongs to no picture`);
  }
  return faults;
}

/** Whether the change was applied exactly once, or, if it was never acknowledged, as if nobody had requested it. */
function isSwapped({ before, after, isKept }: Swap, found: FoundSwap | undefined): boolean {
  if (found === undefined) return !isKept;
  const { content, version, revisions, recorded, isWaiting } = found;
  const times = version - 1;
  const isOnce = times === 1 && content === after;
  const isUntouched = times === 0 && content === before && !isKept;
  return (isOnce || isUntouched) && revisions === times && recorded === times && !isWaiting;
}
