import { Button } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { usePorts } from '../../ports-context.tsx';

/** Copies a text to the clipboard. */
export function CopyButton({ text }: { text: string }) {
  const { clipboard } = usePorts();
  const toast = useToast();
  const copy = () =>
    clipboard.writeText(text).then(
      () => toast({ title: 'Copied' }),
      () => toast({ title: 'Error', description: 'The clipboard could not be written.', variant: 'destructive' }),
    );
  return (
    <Button size="sm" onClick={() => void copy()}>
      Copy
    </Button>
  );
}
