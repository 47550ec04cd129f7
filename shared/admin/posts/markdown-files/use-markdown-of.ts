import { useQueryClient } from '@tanstack/react-query';
import type { writeMarkdownFile } from '#shared/workspace/markdown-file.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { usePorts } from '../../ports-context.tsx';
import { fetchCatalogNames } from './catalog-names.ts';

/** Returns a function that makes a Markdown file from the values of a post or a draft. */
export function useMarkdownOf(): (values: PostValues) => Promise<ReturnType<typeof writeMarkdownFile>> {
  const ports = usePorts();
  const queryClient = useQueryClient();
  return async (values) => {
    // The writer of front matter is large and seldom needed, so it is loaded here.
    const [{ writeMarkdownFile: write }, { namesOf }] = await Promise.all([
      import('#shared/workspace/markdown-file.ts'),
      fetchCatalogNames(ports, queryClient),
    ]);
    return write(values, namesOf(values));
  };
}
