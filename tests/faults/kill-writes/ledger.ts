/** What the writers of a site were promised, and what they had asked for when the answer did not come. */
export interface Ledger {
  /** By slug: the content of the last acknowledged save, and of one that was never answered. */
  posts: Map<string, { kept: string | null; asked: string | null }>;
  /** By slug: live posts beside which a change was kept that takes their place at its time. */
  swaps: Map<string, Swap>;
  /** By file name, as long as the site has acknowledged the picture and was not asked to delete it. */
  pictures: Set<string>;
  /** Pictures whose deletion was acknowledged. */
  deleted: Set<string>;
  /** Texts of acknowledged messages. */
  messages: Set<string>;
}

/** A live post and the change beside it, by their contents. */
export interface Swap {
  before: string;
  after: string;
  /** Whether the site has acknowledged the change; else it may have it. */
  isKept: boolean;
}

/** What a post with a change that is due has become. */
export interface FoundSwap {
  content: string;
  version: number;
  /** Versions of it that were replaced. */
  revisions: number;
  /** How often it is recorded that a change took its place. */
  recorded: number;
  /** Whether a change waits beside it. */
  isWaiting: boolean;
}

/** What a site's database and disk hold. */
export interface Found {
  posts: ReadonlyMap<string, string>;
  swaps: ReadonlyMap<string, FoundSwap>;
  /** Names of pictures, and of the files their rows name. */
  pictures: ReadonlySet<string>;
  wantedFiles: ReadonlySet<string>;
  files: ReadonlySet<string>;
  messages: ReadonlySet<string>;
  /** Live posts by how often it is recorded that they went live: each was published once. */
  goneLive: ReadonlyMap<string, number>;
  /** What SQLite says of the file's integrity and references; empty when all is well. */
  databaseFaults: readonly string[];
}

export function createLedger(): Ledger {
  return { posts: new Map(), swaps: new Map(), pictures: new Set(), deleted: new Set(), messages: new Set() };
}

/** How many writes were acknowledged. */
export function countPromises({ posts, swaps, pictures, deleted, messages }: Ledger): number {
  const kept = [...posts.values()].filter((post) => post.kept !== null).length;
  const swapped = [...swaps.values()].filter(({ isKept }) => isKept).length;
  return kept + swapped + pictures.size + deleted.size + messages.size;
}

/** Every broken promise, in words; none when each acknowledged write is there and nothing is half there. */
export function brokenPromises(ledger: Ledger, found: Found): string[] {
  const faults = found.databaseFaults.map((fault) => `the database: ${fault}`);
  for (const [slug, { kept, asked }] of ledger.posts) {
    const content = found.posts.get(slug);
    if (content === kept || (asked !== null && content === asked)) continue;
    if (kept !== null || content !== undefined) faults.push(`the post ${slug} is not as it was saved`);
  }
  for (const [slug, times] of found.goneLive) {
    // Others were there before the writers came, put in by no service.
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

/** In its place once and for all, or, where it was never acknowledged, as if nobody had asked. */
function isSwapped({ before, after, isKept }: Swap, found: FoundSwap | undefined): boolean {
  if (found === undefined) return !isKept;
  const { content, version, revisions, recorded, isWaiting } = found;
  const times = version - 1;
  const isOnce = times === 1 && content === after;
  const isUntouched = times === 0 && content === before && !isKept;
  return (isOnce || isUntouched) && revisions === times && recorded === times && !isWaiting;
}
