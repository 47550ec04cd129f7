import { Copy } from 'lucide-react';
import type { Post } from '#shared/contract/posts.ts';
import { Button } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { usePorts } from '../../ports-context.tsx';
import { debugReport } from './debug-report.ts';
import type { FormProps } from './form-props.ts';
import { postSchema } from './post-schema.ts';

/** Every fault the form would be refused for now, by field; the first of each. */
function faultsOf(values: PostValues): Partial<Record<keyof PostValues, string>> {
  const faults: Partial<Record<string, string>> = {};
  for (const { path, message } of postSchema.safeParse(values).error?.issues ?? []) faults[String(path[0])] ??= message;
  return faults;
}

/** What the form holds, what is wrong with it and how it stands with the server, to look at and to copy. */
export function DebugPanel({ form, post, isSaving }: FormProps & { post: Post | null; isSaving: boolean }) {
  const { clipboard } = usePorts();
  const toast = useToast();
  const values = form.watch();
  const { isDirty } = form.formState;
  const report = debugReport({ post, values, errors: faultsOf(values), isDirty, isSaving });
  const copy = async () => {
    try {
      await clipboard.writeText(report);
      toast({ title: 'Copied to the clipboard' });
    } catch {
      toast({
        title: 'Error',
        description: 'The clipboard cannot be written. Select the text instead.',
        variant: 'destructive',
      });
    }
  };
  return (
    <section aria-label="Form state" className="mt-6 rounded-md border border-line bg-sunken p-4">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 className="font-semibold">Form state</h3>
        <Button size="sm" onClick={copy}>
          <Copy aria-hidden />
          Copy as text
        </Button>
      </div>
      <pre className="overflow-x-auto font-mono text-sm whitespace-pre-wrap">{report}</pre>
    </section>
  );
}
