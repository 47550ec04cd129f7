import { useToast } from '#shared/ui/toast.tsx';
import type { PostSession } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import { usePorts } from '../../ports-context.tsx';
import { useMarkdownOf } from './use-markdown-of.ts';

const WITHOUT_MARKS =
  'Which words a model wrote is not in it: a Markdown file has no place for that. Export in Settings keeps it.';

/** Returns a function that saves the current values of the form as a Markdown file. */
export function useSaveMarkdown(session: PostSession): () => Promise<void> {
  const { files } = usePorts();
  const markdownOf = useMarkdownOf();
  const toast = useToast();
  return async () => {
    try {
      const { values } = session.getState();
      const { name, text } = await markdownOf(values);
      if (!(await files.saveText(name, text))) return;
      const isMarked = values.provenance.ranges.length > 0;
      toast({ title: 'Saved as a Markdown file', ...(isMarked && { description: WITHOUT_MARKS }) });
    } catch (error) {
      toast({ title: 'The file cannot be saved', description: errorText(error), variant: 'destructive' });
    }
  };
}
