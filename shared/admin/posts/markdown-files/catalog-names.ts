import type { QueryClient } from '@tanstack/react-query';
import { listAuthors } from '#shared/contract/authors.ts';
import { listCategories } from '#shared/contract/categories.ts';
import type { FiledUnder } from '#shared/workspace/markdown-file.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { AdminPorts } from '../../ports.ts';
import { queryKeys } from '../../query-client.ts';

/** Translates the category and author of a post between the ids in the form and the names in a file. */
interface CatalogNames {
  namesOf(values: PostValues): FiledUnder;
  /** Returns the ids of the names known here; unknown names are left out. */
  numbersOf(filedUnder: FiledUnder): Partial<PostValues>;
}

type Named = { readonly id: number; readonly name: string; readonly slug?: string };

/**
 * Fetches the categories and authors; there are none when the server cannot be reached and they were never fetched
 * before.
 */
export async function fetchCatalogNames(
  { api }: Pick<AdminPorts, 'api'>,
  queryClient: QueryClient,
): Promise<CatalogNames> {
  const [categories, authors] = await Promise.all([
    queryClient
      .ensureQueryData({ queryKey: queryKeys.categories, queryFn: () => api.call(listCategories) })
      .catch(() => []),
    queryClient.ensureQueryData({ queryKey: queryKeys.authors, queryFn: () => api.call(listAuthors) }).catch(() => []),
  ]);
  return catalogNames(categories, authors);
}

export function catalogNames(categories: readonly Named[], authors: readonly Named[]): CatalogNames {
  return {
    namesOf: ({ categoryId, authorId }) => ({
      category: categories.find(({ id }) => id === categoryId)?.slug ?? null,
      author: authors.find(({ id }) => id === authorId)?.name ?? null,
    }),
    numbersOf({ category, author }) {
      const categoryId = idOf(categories, category);
      const authorId = idOf(authors, author);
      return {
        ...(categoryId === undefined ? {} : { categoryId }),
        ...(authorId === undefined ? {} : { authorId }),
      };
    },
  };
}

function idOf(known: readonly Named[], name: string | null): number | undefined {
  if (name === null) return undefined;
  const asked = name.trim().toLowerCase();
  const bySlug = known.find(({ slug }) => slug === asked);
  return (bySlug ?? known.find((one) => one.name.toLowerCase() === asked))?.id;
}
