import { useQuery } from '@tanstack/react-query';
import { getLetterSettings } from '#shared/contract/letters/letter-settings.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { LetterSettingsForm } from './letter-settings-form.tsx';

/** The settings for the sender of letters, and for when letters are sent automatically. */
export function LetterSettings() {
  const { api } = usePorts();
  const settings = useQuery({
    queryKey: queryKeys.letterSettings,
    queryFn: ({ signal }) => api.call(getLetterSettings, { signal }),
  });
  return (
    <section aria-labelledby="letter-settings" className="min-w-0 rounded-md border border-line bg-surface p-5">
      <h3 id="letter-settings" className="mb-4 font-serif text-xl font-medium">
        Sender and times
      </h3>
      {settings.isError && <LoadFailed error={settings.error} onTryAgain={() => settings.refetch()} />}
      {settings.isPending && <Skeleton className="h-96" />}
      {settings.data && <LetterSettingsForm settings={settings.data} />}
    </section>
  );
}
