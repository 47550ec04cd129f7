import type { Executor } from '#server/db/transaction.ts';
import { insertCategory, listCategories } from '#server/repositories/categories.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { readYamlRecord } from '#shared/content/front-matter/yaml-record.ts';
import type { Category } from '#shared/contract/categories.ts';

export interface CategoryChoice {
  /** Slug of the category of posts that say nothing we know. */
  fallback?: string | undefined;
  /** A YAML or JSON record: tag → slug of a category. The first line one of a post's tags stands in decides. */
  map?: string | undefined;
}

export interface CategoryChooser {
  /**
   * The id of a post's category: the one it names by slug or name, else by the map, else the fallback; null when it
   * names none. Throws ImportFault when it names one that does not exist.
   */
  choose(category: string | undefined, tags: readonly string[], line: number | null): number | null;
}

type KnownCategory = Pick<Category, 'slug' | 'name' | 'description' | 'color' | 'icon'>;

/**
 * Reads the map and the site's categories. `exported` are the categories of an export: those the site lacks are made.
 * @throws ImportFault for a fallback or a line of the map that names no category.
 */
export async function openCategories(
  db: Executor,
  { fallback, map }: CategoryChoice,
  exported: readonly KnownCategory[] = [],
): Promise<CategoryChooser> {
  const ids = new Map<string, number>();
  const note = ({ id, slug, name }: Pick<Category, 'id' | 'slug' | 'name'>) => {
    ids.set(slug, id);
    if (!ids.has(keyOf(name))) ids.set(keyOf(name), id);
  };
  const categories = await listCategories(db, 0);
  for (const category of categories) note(category);
  for (const category of exported) if (!ids.has(category.slug)) note(await insertCategory(db, category));

  const get = (slug: string, line: number | null): number => {
    const id = ids.get(slug) ?? ids.get(keyOf(slug));
    if (id !== undefined) return id;
    const known = categories.map((category) => category.slug).join(', ');
    throw new ImportFault(`There is no category “${slug}”. There are: ${known}.`, line);
  };
  const byTag = new Map<string, number>();
  if (map !== undefined) {
    const record = readYamlRecord(map);
    for (const [tag, slug] of record.values) {
      const line = record.lineOf([tag]);
      if (typeof slug !== 'string') throw new ImportFault(`“${tag}” needs the slug of a category behind it`, line);
      byTag.set(tagSlug(tag), get(slug, line));
    }
  }
  const fallbackId = fallback === undefined ? null : get(fallback, null);

  return {
    choose(category, tags, line) {
      const named = category === undefined ? undefined : (ids.get(category) ?? ids.get(keyOf(category)));
      if (named !== undefined) return named;
      const slugs = new Set([...tags, category ?? ''].map(tagSlug));
      for (const [tag, id] of byTag) if (slugs.has(tag)) return id;
      if (fallbackId !== null) return fallbackId;
      if (category !== undefined) get(category, line);
      return null;
    },
  };
}

const keyOf = (name: string) => `name:${name.trim().toLowerCase()}`;
