/** What the writers of a site were promised, and what they had asked for when the answer did not come. */
export interface Ledger {
  /** By slug: the content of the last acknowledged save, and of one that was never answered. */
  posts: Map<string, { kept: string | null; asked: string | null }>;
  /** By file name, as long as the site has acknowledged the picture and was not asked to delete it. */
  pictures: Set<string>;
  /** Pictures whose deletion was acknowledged. */
  deleted: Set<string>;
  /** Texts of acknowledged messages. */
  messages: Set<string>;
}

/** What a site's database and disk hold. */
export interface Found {
  posts: ReadonlyMap<string, string>;
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
  return { posts: new Map(), pictures: new Set(), deleted: new Set(), messages: new Set() };
}

/** How many writes were acknowledged. */
export function countPromises({ posts, pictures, deleted, messages }: Ledger): number {
  const kept = [...posts.values()].filter((post) => post.kept !== null).length;
  return kept + pictures.size + deleted.size + messages.size;
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
    if (ledger.posts.has(slug) && times !== 1) faults.push(`it is recorded ${times} times that the post ${slug} went live`);
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
