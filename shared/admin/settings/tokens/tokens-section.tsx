import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type ApiToken, deleteToken, listTokens } from '#shared/contract/tokens.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { IconButton } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { SettingsSection } from '../settings-section.tsx';
import { ConnectAgent } from './connect-agent.tsx';
import { NewToken } from './new-token.tsx';
import { hasEnded, scopeWords, tokenTimes } from './token-words.ts';

/** The tokens that let other programs in: to create and to end them. */
export function TokensSection() {
  const { api } = usePorts();
  const [isMaking, setMaking] = useState(false);
  const tokens = useQuery({
    queryKey: queryKeys.tokens,
    queryFn: ({ signal }) => api.call(listTokens, { signal }),
  });
  return (
    <SettingsSection
      title="Other programs"
      hint="Tokens with which scripts and AI agents read this site and write for it."
      action={
        <OfferingButton
          command="New Token"
          words={['add', 'api', 'agent', 'program']}
          size="sm"
          onClick={() => setMaking(true)}
        >
          <Plus aria-hidden />
          New token
        </OfferingButton>
      }
    >
      {tokens.isError && <LoadFailed error={tokens.error} onTryAgain={() => tokens.refetch()} />}
      {tokens.isPending && <Skeleton className="h-12" />}
      {tokens.data?.length === 0 && <p className="text-muted">No other program has a token.</p>}
      <ul className="divide-y divide-line">
        {tokens.data?.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </ul>
      <ConnectAgent />
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title="New token">
        <NewToken onDone={() => setMaking(false)} />
      </Dialog>
    </SettingsSection>
  );
}

function Row({ token }: { token: ApiToken }) {
  const { clock } = usePorts();
  const confirm = useConfirm();
  const remove = useAction({
    name: 'token_deleted',
    run: ({ api }) => api.call(deleteToken, { params: { id: token.id } }),
    refreshes: [queryKeys.tokens],
    success: 'Token deleted',
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete the token “${token.name}”?`,
      description: 'Whoever uses it is refused from now on. It cannot be brought back.',
      confirm: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate();
  };
  const now = clock.now();
  return (
    <li className="flex items-center justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{token.name}</span>
          <Badge tone={token.kind === 'agent' ? 'accent' : 'plain'}>
            {token.kind === 'agent' ? 'Agent' : 'Program'}
          </Badge>
          {hasEnded(token, now) && <Badge tone="danger">Ended</Badge>}
        </p>
        <p className="text-sm text-muted">
          {scopeWords[token.scope]} {tokenTimes(token, now)}
        </p>
      </div>
      <IconButton
        label={`Delete the token “${token.name}”`}
        // Not disabled, so that the focus can come back to the button after the password was asked for.
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && void ask()}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}
