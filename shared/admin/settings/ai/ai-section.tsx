import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type AiProviderProfile, ENVIRONMENT_PROVIDER, listAiProviders } from '#shared/contract/ai-providers.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { SettingsSection } from '../settings-section.tsx';
import { spentLine } from './ai-words.ts';
import { ChoicesForm } from './choices-form.tsx';
import { ProviderForm } from './provider-form.tsx';
import { ProviderRow } from './provider-row.tsx';

/** The section for providers of AI: who answers prompts, which model does what, and what that costs. */
export function AiSection() {
  const { api } = usePorts();
  const [edited, setEdited] = useState<AiProviderProfile | 'new' | null>(null);
  const settings = useQuery({
    queryKey: queryKeys.ai,
    queryFn: ({ signal }) => api.call(listAiProviders, { signal }),
    staleTime: 0,
  });
  return (
    <SettingsSection
      title="AI"
      hint="Who writes texts and makes pictures, and what that may cost."
      action={
        <OfferingButton
          command="Add Provider"
          words={['ai', 'key', 'model']}
          size="sm"
          onClick={() => setEdited('new')}
        >
          <Plus aria-hidden />
          Add provider
        </OfferingButton>
      }
    >
      {settings.isError && <LoadFailed error={settings.error} onTryAgain={() => settings.refetch()} />}
      {settings.isPending && <Skeleton className="h-48" />}
      {settings.data && (
        <>
          <p className="text-sm">{spentLine(settings.data)}</p>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {settings.data.providers.filter(isShown).map((provider) => (
              <ProviderRow key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
            ))}
          </ul>
          <ChoicesForm settings={settings.data} />
        </>
      )}
      <Dialog
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add a provider' : `Edit ${edited?.name ?? 'provider'}`}
      >
        {edited !== null && <ProviderForm provider={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Dialog>
    </SettingsSection>
  );
}

/**
 * Whether a profile is shown. The profile of the environment is hidden if the environment names no provider and the
 * owner has other profiles.
 */
function isShown({ id, isReady }: AiProviderProfile, _at: number, all: readonly AiProviderProfile[]): boolean {
  return id !== ENVIRONMENT_PROVIDER || isReady || all.length === 1;
}
