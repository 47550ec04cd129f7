import { atomically, type Executor } from '#server/db/transaction.ts';
import { insertCategory, listCategories } from '#server/repositories/categories.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { readYamlRecord } from '#shared/content/front-matter/yaml-record.ts';
import { slugify, uniqueSlug } from '#shared/content/slug.ts';
import type { Category } from '#shared/contract/categories.ts';
import type { TermChoice } from '#shared/contract/imports.ts';
import type { ImportLedger } from './import-ledger.ts';

export interface CategoryChoice {
  /** The slug of the category for posts whose own data names no category that we know. */
  fallback?: string | undefined;
  /** A YAML or JSON record: tag → slug of a category. The first line whose tag the post has decides. */
  map?: string | undefined;
  /** The owner's choices for tags and categories of the source, by their slugs as `tagSlug` makes them. */
  choices?: readonly TermChoice[] | undefined;
}

export interface CategoryChooser {
  /**
   * The id of a post's category: the owner's choice for its category or for one of its tags, otherwise the category
   * that it names by slug or name, otherwise the one in the map, otherwise the fallback; null when it names none.
   * Throws ImportFault when it names a category that does not exist.
   */
  choose(category: string | undefined, tags: readonly string[], line: number | null): Promise<number | null>;
  /** The slug of the category to which a term of the source was assigned; null for none. */
  ledTo(term: { kind: 'tag' | 'category'; name: string }): string | null;
}

interface CategoryMaking {
  isDryRun?: boolean | undefined;
  ledger?: ImportLedger | undefined;
}

/** The appearance of a category that an import creates; the owner can change it in Settings. */
const NEW_CATEGORY = { description: '', color: 'category-technology', icon: 'grid-3x3' };

type KnownCategory = Pick<Category, 'slug' | 'name' | 'description' | 'color' | 'icon'>;

/**
 * Reads the map and the site's categories. `exported` are the categories of an export: those the site lacks are
 * created.
 * @throws ImportFault for a fallback or a line of the map that names no category.
 */
export async function openCategories(
  db: Executor,
  { fallback, map, choices = [] }: CategoryChoice,
  exported: readonly KnownCategory[] = [],
  making: CategoryMaking = {},
): Promise<CategoryChooser> {
  const categories = await openKnown(db, exported, making);
  const { find, get } = categories;
  const byTag = map === undefined ? new Map<string, number>() : readMap(map, get);
  const fallbackId = fallback === undefined ? null : get(fallback, null);
  const chosen = new Map(choices.map(({ kind, slug, to }) => [`${kind}:${slug}`, to]));
  for (const to of chosen.values()) if (to !== null) get(to, null);
  const choiceFor = (kind: TermChoice['kind'], name: string): { to: string | null } | null => {
    const to = chosen.get(`${kind}:${tagSlug(name)}`);
    return to === undefined ? null : { to };
  };
  const choiceOf = (category: string | undefined, tags: readonly string[]) => {
    const terms = [
      ...(category === undefined ? [] : [{ kind: 'category' as const, name: category }]),
      ...tags.map((name) => ({ kind: 'tag' as const, name })),
    ];
    for (const term of terms) {
      const found = choiceFor(term.kind, term.name);
      if (found) return { ...found, name: term.name };
    }
    return null;
  };

  return {
    ledTo({ kind, name }) {
      const choice = choiceFor(kind, name);
      if (choice?.to) return choice.to;
      const known = () => categories.findLike(name) ?? (kind === 'category' ? fallbackId : null);
      const id = kind === 'category' || choice ? known() : null;
      return id === null ? null : categories.slugOf(id);
    },
    async choose(category, tags, line) {
      const choice = choiceOf(category, tags);
      if (choice) return choice.to === null ? categories.findOrMake(choice.name) : get(choice.to, null);
      const named = category === undefined ? undefined : find(category);
      if (named !== undefined) return named;
      const own = new Set([...tags, category ?? ''].map(tagSlug));
      for (const [tag, id] of byTag) if (own.has(tag)) return id;
      if (fallbackId !== null) return fallbackId;
      if (category !== undefined) get(category, line);
      return null;
    },
  };
}

/** The categories of the site by their ids, including those that the import has created. */
interface KnownCategories {
  /** Finds a category by its slug or its name. */
  find(name: string): number | undefined;
  /** The same, and also by the slug that would be made from its name. */
  findLike(name: string): number | undefined;
  /** Finds a category by its slug or its name. Throws ImportFault when there is none. */
  get(name: string, line: number | null): number;
  findOrMake(name: string): Promise<number>;
  slugOf(id: number): string | null;
}

/** Missing categories of `exported` are created. */
async function openKnown(
  db: Executor,
  exported: readonly KnownCategory[],
  { isDryRun = false, ledger }: CategoryMaking,
): Promise<KnownCategories> {
  const ids = new Map<string, number>();
  const slugs = new Map<number, string>();
  const note = ({ id, slug, name }: Pick<Category, 'id' | 'slug' | 'name'>) => {
    ids.set(slug, id);
    slugs.set(id, slug);
    if (!ids.has(keyOf(name))) ids.set(keyOf(name), id);
  };
  const categories = await listCategories(db, 0);
  for (const category of categories) note(category);
  const insert = (category: KnownCategory) =>
    atomically(db, async (trx) => {
      const made = await insertCategory(trx, category);
      await ledger?.made(trx, 'category', made.id);
      return made;
    });
  // In a dry run a new category gets an id that no category has.
  const make = async (category: KnownCategory) =>
    note(isDryRun ? { ...category, id: -1 - slugs.size } : await insert(category));
  for (const category of exported) if (!ids.has(category.slug)) await make(category);

  const find = (name: string) => ids.get(name) ?? ids.get(keyOf(name));
  const findLike = (name: string) => find(name) ?? ids.get(slugify(name));
  const get = (name: string, line: number | null): number => {
    const id = find(name);
    if (id !== undefined) return id;
    const all = categories.map((category) => category.slug).join(', ');
    throw new ImportFault(`There is no category “${name}”. There are: ${all}.`, line);
  };
  // Calls are answered one after the other: two posts that are read at the same time may name the same new category.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    find,
    findLike,
    get,
    findOrMake(name) {
      const before = turn;
      const made = (async () => {
        await before;
        const found = findLike(name);
        if (found !== undefined) return found;
        const slug = uniqueSlug(slugify(name).slice(0, 70).replace(/-$/, '') || 'category', (taken) => ids.has(taken));
        await make({ ...NEW_CATEGORY, name: name.trim().slice(0, 80), slug });
        return get(slug, null);
      })();
      turn = made.catch(() => undefined);
      return made;
    },
    slugOf: (id) => slugs.get(id) ?? null,
  };
}

/** The category of each tag in a map. Throws ImportFault for a line that names no category. */
function readMap(map: string, get: KnownCategories['get']): Map<string, number> {
  const byTag = new Map<string, number>();
  const record = readYamlRecord(map);
  for (const [tag, slug] of record.values) {
    const line = record.lineOf([tag]);
    if (typeof slug !== 'string') throw new ImportFault(`“${tag}” needs the slug of a category behind it`, line);
    byTag.set(tagSlug(tag), get(slug, line));
  }
  return byTag;
}

const keyOf = (name: string) => `name:${name.trim().toLowerCase()}`;
