import { useQueryClient } from '@tanstack/react-query';
import { useToast } from '#shared/ui/toast.tsx';
import type { PostSession } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import { usePorts } from '../../ports-context.tsx';
import { fetchCatalogNames } from './catalog-names.ts';

/** Gives the owner what the form says now as a Markdown file. */
export function useSaveMarkdown(session: PostSession): () => Promise<void> {
  const ports = usePorts();
  const queryClient = useQueryClient();
  const toast = useToast();
  return async () => {
    try {
      const [{ writeMarkdownFile }, { namesOf }] = await Promise.all([
        import('#shared/workspace/markdown-file.ts'),
        fetchCatalogNames(ports, queryClient),
      ]);
      const { values } = session.getState();
      const { name, text } = writeMarkdownFile(values, namesOf(values));
      if (await ports.files.saveText(name, text)) toast({ title: 'Saved as a Markdown file' });
    } catch (error) {
      toast({ title: 'The file cannot be saved', description: errorText(error), variant: 'destructive' });
    }
  };
}
