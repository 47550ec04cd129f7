import { useQuery } from '@tanstack/react-query';
import { List, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteWebhook, listWebhooks, type Webhook } from '#shared/contract/webhooks.ts';
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
import { WebhookForm } from './webhook-form.tsx';
import { WebhookMessages } from './webhook-messages.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { eventsText, webhookState } from './webhook-words.ts';

/** The dialog that is open over the list. */
type Opened =
  | { what: 'form'; id: number | null }
  | { what: 'secret'; secret: string }
  | { what: 'messages'; id: number };

/** The webhooks: addresses that are told what happens to posts. */
export function WebhooksSection() {
  const { api } = usePorts();
  const [opened, setOpened] = useState<Opened | null>(null);
  const webhooks = useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: ({ signal }) => api.call(listWebhooks, { signal }),
    staleTime: 0,
  });
  const close = () => setOpened(null);
  const chosen = opened && 'id' in opened ? (webhooks.data?.find(({ id }) => id === opened.id) ?? null) : null;
  return (
    <SettingsSection
      title="Webhooks"
      hint="Addresses of other programs that are told when a post goes live, changes or goes."
      action={
        <OfferingButton
          command="New Webhook"
          words={['add', 'tell']}
          size="sm"
          onClick={() => setOpened({ what: 'form', id: null })}
        >
          <Plus aria-hidden />
          New webhook
        </OfferingButton>
      }
    >
      {webhooks.isError && <LoadFailed error={webhooks.error} onTryAgain={() => webhooks.refetch()} />}
      {webhooks.isPending && <Skeleton className="h-12" />}
      {webhooks.data?.length === 0 && <p className="text-muted">No other program is told of posts.</p>}
      <ul className="divide-y divide-line">
        {webhooks.data?.map((webhook) => (
          <Row
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setOpened({ what: 'form', id: webhook.id })}
            onMessages={() => setOpened({ what: 'messages', id: webhook.id })}
          />
        ))}
      </ul>
      <Dialog
        isOpen={opened?.what === 'form' || opened?.what === 'secret'}
        onClose={close}
        title={chosen ? 'Edit webhook' : 'New webhook'}
      >
        {opened?.what === 'form' && (
          <WebhookForm
            webhook={chosen}
            onSaved={(secret) => (secret === null ? close() : setOpened({ what: 'secret', secret }))}
          />
        )}
        {opened?.what === 'secret' && <WebhookSecret secret={opened.secret} onDone={close} />}
      </Dialog>
      <Dialog
        isOpen={opened?.what === 'messages' && chosen !== null}
        onClose={close}
        place="side"
        title={`Messages to “${chosen?.name ?? ''}”`}
        description="Of the last 7 days. What is not taken is tried again for a day."
      >
        {opened?.what === 'messages' && chosen && <WebhookMessages webhook={chosen} />}
      </Dialog>
    </SettingsSection>
  );
}

interface RowProps {
  webhook: Webhook;
  onEdit: () => void;
  onMessages: () => void;
}

function Row({ webhook, onEdit, onMessages }: RowProps) {
  const confirm = useConfirm();
  const { name, address } = webhook;
  const { tone, words } = webhookState(webhook);
  const remove = useAction({
    name: 'webhook_deleted',
    run: ({ api }) => api.call(deleteWebhook, { params: { id: webhook.id } }),
    refreshes: [queryKeys.webhooks],
    success: 'Webhook deleted',
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete the webhook “${name}”?`,
      description: 'Its address is told nothing more, and what is kept of its messages goes as well.',
      confirm: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <li className="flex items-center justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <Badge tone={tone}>{words}</Badge>
        </p>
        <p className="text-sm text-muted wrap-anywhere">{address}</p>
        <p className="text-sm text-muted">{webhook.offReason ?? eventsText(webhook)}</p>
      </div>
      <span className="flex shrink-0 max-sm:flex-col">
        <IconButton label={`Messages to “${name}”`} onClick={onMessages}>
          <List aria-hidden />
        </IconButton>
        <IconButton label={`Edit the webhook “${name}”`} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={`Delete the webhook “${name}”`} disabled={remove.isPending} onClick={ask}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}
