import { useState } from 'react';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../error-text.ts';
import { usePorts } from '../ports-context.tsx';

/** Saves a file of the server for the owner, and reports the result. */
export function useDownload(): { download: (path: string, name: string) => void; isBusy: boolean } {
  const { files } = usePorts();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    download(path, name) {
      setBusy(true);
      files
        .download(path, name)
        .then((outcome) => {
          if (outcome === 'begun') toast({ title: 'The download begins', description: name });
          if (outcome === 'saved') toast({ title: 'Saved', description: name });
        })
        .catch((error: Error) => {
          toast({ title: 'The download failed', description: errorText(error), variant: 'destructive' });
        })
        .finally(() => setBusy(false));
    },
  };
}
