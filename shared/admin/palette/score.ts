/** The name of a post among what the palette offers; the server has found it by the words that are typed. */
export const postName = (id: number) => `${POST_PREFIX}${id}`;
const POST_PREFIX = 'post:';
/** The name of a draft among what the palette offers; it was found by the words that are typed. */
export const draftName = (id: string) => `${DRAFT_PREFIX}${id}`;
const DRAFT_PREFIX = 'of this computer:';
const POST = 0.5;

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * How well what is offered fits the words that are typed, 0 for not at all, the best at 1. Each word begins one of its
 * own; where the name itself begins so it stands before posts, where only what it could be looked for by does, behind.
 */
function score(name: string, typed: string, lookedForBy: readonly string[] = []): number {
  if (name.startsWith(POST_PREFIX) || name.startsWith(DRAFT_PREFIX)) return POST;
  const asked = wordsOf(typed);
  const begins = (words: readonly string[]) => asked.every((word) => words.some((each) => each.startsWith(word)));
  const own = wordsOf(name);
  if (begins(own)) return own[0]?.startsWith(asked[0] ?? '') ? 1 : 0.9;
  return begins([...own, ...lookedForBy.flatMap(wordsOf)]) ? 0.3 : 0;
}

/** Something the palette offers, by its name and by what else it could be looked for by. */
export interface Offered {
  name: string;
  words?: readonly string[] | undefined;
}

export interface OfferedGroup<Entry extends Offered> {
  title: string;
  entries: readonly Entry[];
}

/**
 * What fits the words that are typed, in the order it is shown: in each group the best first, and first the group that has
 * the best. Without words all of it, as it came.
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
