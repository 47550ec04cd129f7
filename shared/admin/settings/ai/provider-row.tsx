import { Pencil, Trash2 } from 'lucide-react';
import {
  type AiProviderProfile,
  deleteAiProvider,
  ENVIRONMENT_PROVIDER,
  testAiProvider,
} from '#shared/contract/ai-providers.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { errorText } from '../../error-text.ts';
import { OperatorHelp } from '../../operator-help.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { missing, priceLine, spentOf } from './ai-words.ts';
import { OtherModels } from './other-models.tsx';

interface ProviderRowProps {
  provider: AiProviderProfile;
  onEdit: () => void;
}

/** The row of one profile: what it has, whether it works, and what can be done with it. */
export function ProviderRow({ provider, onEdit }: ProviderRowProps) {
  const { id, name, models } = provider;
  const lacks = missing(provider);
  // Each model is then tested in its own line.
  const hasMany = provider.isReady && models.filter(({ use }) => use === 'text').length > 1;
  const check = useAction({
    name: 'ai_provider_tested',
    run: ({ api }, model: string | undefined) => api.call(testAiProvider, { params: { id }, query: { model } }),
    refreshes: [queryKeys.ai],
    explain: () => null,
  });
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <span className="min-w-0 flex-1 basis-48 text-sm">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            {lacks && <Badge tone={id === ENVIRONMENT_PROVIDER ? 'plain' : 'danger'}>{lacks}</Badge>}
          </span>
          {id !== ENVIRONMENT_PROVIDER || provider.isReady ? (
            <span className="mt-0.5 block text-muted">{spentOf(provider)}</span>
          ) : (
            <span className="mt-0.5 block text-muted">Add a provider here; or one is set where the server is.</span>
          )}
          {(id !== ENVIRONMENT_PROVIDER || provider.isReady) &&
            models.map((model) => (
              <span
                key={`${model.use} ${model.name}`}
                className="flex flex-wrap items-center gap-x-2 text-xs text-muted wrap-anywhere"
              >
                {model.name} · {priceLine(provider.kind, model)}
                {hasMany && model.use === 'text' && (
                  <Button
                    size="sm"
                    aria-label={`Test ${model.name} of ${name}`}
                    disabled={check.isPending}
                    onClick={() => check.mutate(model.name)}
                  >
                    {check.isPending && check.variables === model.name ? 'Testing …' : 'Test'}
                  </Button>
                )}
              </span>
            ))}
        </span>
        <span className="flex shrink-0 items-center">
          {!hasMany && (provider.isReady || lacks === 'Choose a model') && (
            <Button
              size="sm"
              aria-label={`Test ${name}`}
              disabled={check.isPending}
              onClick={() => check.mutate(undefined)}
            >
              {check.isPending && check.variables === undefined ? 'Testing …' : 'Test'}
            </Button>
          )}
          {id !== ENVIRONMENT_PROVIDER && <Changes provider={provider} onEdit={onEdit} />}
        </span>
      </div>
      <div role="status" className="text-sm empty:hidden">
        {check.isError && <p className="mt-2 text-danger">{errorText(check.error)}</p>}
        {check.data && <Outcome provider={provider} outcome={check.data} />}
      </div>
    </li>
  );
}

/** The result of a test; if a model has to be chosen, the available models. */
function Outcome({ provider, outcome }: { provider: AiProviderProfile; outcome: AnswerOf<typeof testAiProvider> }) {
  const { fault, message, models } = outcome;
  const isGood = fault === 'nothing' || (fault === 'no_models' && models.length > 0);
  const known = new Set(provider.models.map(({ name }) => name));
  const others = models.filter((name) => !known.has(name));
  return (
    <>
      <p className={isGood ? 'mt-2 text-success' : 'mt-2 text-danger'}>{message}</p>
      {!isGood && provider.id === ENVIRONMENT_PROVIDER && (
        <OperatorHelp>
          The key is <code>OPENAI_API_KEY</code>, the address <code>OPENAI_BASE_URL</code>, the models{' '}
          <code>OPENAI_TEXT_MODEL</code> and <code>OPENAI_IMAGE_MODEL</code>; what is changed holds from the next start.
        </OperatorHelp>
      )}
      <OtherModels provider={provider} names={others} isAsked={fault === 'no_models' || fault === 'model'} />
    </>
  );
}

function Changes({ provider: { id, name }, onEdit }: ProviderRowProps) {
  const confirm = useConfirm();
  const remove = useAction({
    name: 'ai_provider_deleted',
    run: ({ api }) => api.call(deleteAiProvider, { params: { id } }),
    refreshes: [queryKeys.ai],
    success: 'Provider deleted',
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      description:
        'Its key is deleted with it. What it was chosen for goes back to the environment’s model. What it has cost stays on the books.',
      confirm: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <>
      <IconButton label={`Edit ${name}`} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${name}`} disabled={remove.isPending} onClick={ask}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}
