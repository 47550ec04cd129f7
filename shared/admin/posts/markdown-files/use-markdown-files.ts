import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../../error-text.ts';
import { usePorts } from '../../ports-context.tsx';
import { draftAddress } from '../post-address.ts';
import { fetchCatalogNames } from './catalog-names.ts';

type TextFile = { name: string; text: string };

/** Opens Markdown files: each becomes a draft of its own, and the form opens with it. */
export function useMarkdownFiles(): {
  chooseFile(): Promise<void>;
  openFile(read: () => Promise<TextFile>): Promise<void>;
} {
  const ports = usePorts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();

  const open = useCallback(
    async (read: () => Promise<TextFile | null>) => {
      try {
        const file = await read();
        if (file === null) return;
        // The reader of front matter is large and seldom needed, so it is loaded here.
        const [{ draftOfMarkdown }, { numbersOf }] = await Promise.all([
          import('./open-markdown.ts'),
          fetchCatalogNames(ports, queryClient),
        ]);
        const { store, clock, uniqueId } = ports;
        const id = await draftOfMarkdown(file, { store, clock, uniqueId, numbersOf });
        navigate(draftAddress(id));
        toast({ title: `Opened ${file.name}`, description: 'It is a draft of its own now. The file stays as it is.' });
      } catch (error) {
        toast({ title: 'The file cannot be opened', description: faultText(error), variant: 'destructive' });
      }
    },
    [ports, queryClient, navigate, toast],
  );

  const { files } = ports;
  return {
    chooseFile: useCallback(() => open(() => files.openText()), [open, files]),
    openFile: open,
  };
}

/** Returns the message for an error; a fault in a file names its line. */
function faultText(error: unknown): string {
  const line = typeof error === 'object' && error !== null && 'line' in error ? error.line : null;
  return typeof line === 'number' ? `Line ${line}: ${errorText(error)}` : errorText(error);
}
