/** Returns the name of a post in the palette. The server has found the post by the typed words. */
export const postName = (id: number) => `${POST_PREFIX}${id}`;
const POST_PREFIX = 'post:';
/** Returns the name of a draft in the palette. The draft was found by the typed words. */
export const draftName = (id: string) => `${DRAFT_PREFIX}${id}`;
const DRAFT_PREFIX = 'of this computer:';
const POST = 0.5;

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Returns how well an entry matches the typed words: 0 for not at all, 1 for the best match. Each typed word must begin
 * a word of the entry. An entry whose own name matches comes before posts; an entry that matches only by its further
 * words comes after them.
 */
function score(name: string, typed: string, lookedForBy: readonly string[] = []): number {
  if (name.startsWith(POST_PREFIX) || name.startsWith(DRAFT_PREFIX)) return POST;
  const asked = wordsOf(typed);
  const begins = (words: readonly string[]) => asked.every((word) => words.some((each) => each.startsWith(word)));
  const own = wordsOf(name);
  if (begins(own)) return own[0]?.startsWith(asked[0] ?? '') ? 1 : 0.9;
  return begins([...own, ...lookedForBy.flatMap(wordsOf)]) ? 0.3 : 0;
}

/** An entry of the palette, with its name and the further words that find it. */
export interface Offered {
  name: string;
  words?: readonly string[] | undefined;
}

export interface OfferedGroup<Entry extends Offered> {
  title: string;
  entries: readonly Entry[];
}

/**
 * Returns the entries that match the typed words, in the order in which they are shown: in each group the best match
 * first, and first the group with the best match. Without words, returns all entries in their original order.
 */
export function ranked<Entry extends Offered>(
  groups: readonly OfferedGroup<Entry>[],
  typed: string,
): OfferedGroup<Entry>[] {
  if (typed === '') return groups.filter(({ entries }) => entries.length > 0);
  return groups
    .map(({ title, entries }) => {
      const scored = entries
        .map((entry) => ({ entry, fit: score(entry.name, typed, entry.words) }))
        .filter(({ fit }) => fit > 0)
        .toSorted((one, other) => other.fit - one.fit);
      return { title, best: scored[0]?.fit ?? 0, entries: scored.map(({ entry }) => entry) };
    })
    .filter(({ best }) => best > 0)
    .toSorted((one, other) => other.best - one.best)
    .map(({ title, entries }) => ({ title, entries }));
}
