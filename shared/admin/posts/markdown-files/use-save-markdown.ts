import { useToast } from '#shared/ui/toast.tsx';
import type { PostSession } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import { usePorts } from '../../ports-context.tsx';
import { useMarkdownOf } from './use-markdown-of.ts';

/** Gives the owner what the form says now as a Markdown file. */
export function useSaveMarkdown(session: PostSession): () => Promise<void> {
  const { files } = usePorts();
  const markdownOf = useMarkdownOf();
  const toast = useToast();
  return async () => {
    try {
      const { name, text } = await markdownOf(session.getState().values);
      if (await files.saveText(name, text)) toast({ title: 'Saved as a Markdown file' });
    } catch (error) {
      toast({ title: 'The file cannot be saved', description: errorText(error), variant: 'destructive' });
    }
  };
}
