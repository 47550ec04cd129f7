import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import { foldText, searchedParts } from '#shared/content/search/search-words.ts';

/**
 * Ids of the pictures, in the bin or not, of which every word of `q` is said somewhere: in the name of the file, the title,
 * the alternative text, or the title of a post that shows it. Parts of words count; case and diacritics do not.
 */
export async function imagesWith(ex: Executor, q: string): Promise<number[]> {
  const words = searchedParts(q);
  const rows = await ex
    .selectFrom('images as i')
    .select([
      'i.id',
      sql<string>`i.name || char(10) || i.title || char(10) || i.alt || char(10) || i.filename || char(10) || coalesce(
        (select group_concat(p.title, char(10)) from post_images u join blog_posts p on p.id = u.post_id
         where u.filename = i.filename), '')`.as('said'),
    ])
    .execute();
  return rows
    .filter(({ said }) => {
      const text = foldText(said);
      return words.every((word) => text.includes(word));
    })
    .map(({ id }) => id);
}
