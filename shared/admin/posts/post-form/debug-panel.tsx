import { Copy } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { SessionState } from '../../editor/index.ts';
import { usePorts } from '../../ports-context.tsx';
import { debugReport } from './debug-report.ts';
import { errorsOf } from './form-errors.ts';

/** What the form holds, what is wrong with it and how it stands with the server, to look at and to copy. */
export function DebugPanel({ state }: { state: SessionState }) {
  const { clipboard } = usePorts();
  const toast = useToast();
  const report = debugReport({ ...state, errors: errorsOf(state.values, 'post') });
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
