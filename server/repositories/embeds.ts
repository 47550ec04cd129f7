import { sql } from 'kysely';
import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { EmbedProvider } from '#shared/content/html/embed-frames.ts';

/** The providers whose embeds occur in at least one live post. `now` in milliseconds since 1970. */
export async function embedsInUse(ex: Executor, now: number): Promise<ReadonlySet<EmbedProvider>> {
  const rows = await ex
    .selectFrom('blog_posts as p')
    .where(isLive(now))
    // A literal, exactly as in the condition of the index that holds only these posts.
    .where(sql<boolean>`p.embeds <> '[]'`)
    .select('p.embeds')
    .distinct()
    .execute();
  return new Set(rows.flatMap((row) => JSON.parse(row.embeds) as EmbedProvider[]));
}
