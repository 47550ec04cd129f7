import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listWebhookDeliveries,
  renewWebhookSecret,
  sendWebhookAgain,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#shared/contract/webhooks.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { dateAndTime } from '../../dates.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import { deliveryStates, messageWords, readableBody, triesText } from './webhook-words.ts';

/** The number of messages of a page. */
const SHOWN = 20;

/** The last messages of a webhook, their results, and what can be done by hand. */
export function WebhookMessages({ webhook }: { webhook: Webhook }) {
  const { api } = usePorts();
  const [page, setPage] = useState(1);
  const params = { id: webhook.id };
  const list = useQuery({
    queryKey: [...queryKeys.webhooks, webhook.id, 'messages', page],
    queryFn: ({ signal }) => api.list(listWebhookDeliveries, { params, query: { page, limit: SHOWN }, signal }),
    // Messages are sent without this screen knowing of it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const total = list.data?.total ?? 0;
  return (
    <div className="grid gap-4">
      {webhook.offReason && <p className="rounded-sm bg-sunken p-3 text-sm">{webhook.offReason}</p>}
      <ByHand webhook={webhook} isLooking={list.isFetching} onLook={() => list.refetch()} />
      {list.isError && <LoadFailed error={list.error} onTryAgain={() => list.refetch()} />}
      {list.isPending && <Skeleton className="h-32" />}
      {list.data && total === 0 && <p className="text-muted">No message was sent in the last 7 days.</p>}
      <ul aria-label="Messages" className="divide-y divide-line">
        {list.data?.items.map((delivery) => (
          <Message key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
      {total > SHOWN && (
        <nav aria-label="Pages of messages" className="flex items-center justify-between gap-3">
          <Button size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span role="status" className="text-sm text-muted">
            {(page - 1) * SHOWN + 1} to {Math.min(page * SHOWN, total)} of {total.toLocaleString('en')}
          </span>
          <Button size="sm" disabled={page * SHOWN >= total} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </div>
  );
}

interface ByHandProps {
  webhook: Webhook;
  isLooking: boolean;
  onLook: () => void;
}

function ByHand({ webhook, isLooking, onLook }: ByHandProps) {
  const confirm = useConfirm();
  const toast = useToast();
  const [secret, setSecret] = useState<string | null>(null);
  const params = { id: webhook.id };
  const send = useAction({
    name: 'webhook_tested',
    run: ({ api }) => api.call(testWebhook, { params }),
    refreshes: [queryKeys.webhooks],
    onSuccess: ({ state }) =>
      state === 'delivered'
        ? toast({ title: 'The test was delivered' })
        : toast({ title: 'The test was not delivered', variant: 'destructive' }),
  });
  const renew = useAction({
    name: 'webhook_secret_renewed',
    run: ({ api }) => api.call(renewWebhookSecret, { params }),
    refreshes: [queryKeys.webhooks],
    onSuccess: ({ secretText }) => setSecret(secretText),
  });
  const askForSecret = async () => {
    if (await confirm(renewQuestion)) renew.mutate();
  };
  if (secret !== null) return <WebhookSecret secret={secret} onDone={() => setSecret(null)} />;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="primary" data-first-focus disabled={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? 'Sending …' : 'Send a test'}
      </Button>
      <Button size="sm" disabled={isLooking} onClick={onLook}>
        Look again
      </Button>
      <Button
        size="sm"
        // Not disabled, so that the focus can come back to the button after the password was asked for.
        aria-disabled={renew.isPending}
        onClick={() => !renew.isPending && void askForSecret()}
      >
        New secret
      </Button>
    </div>
  );
}

const renewQuestion = {
  title: 'Make a new secret?',
  description: 'From then on messages are signed with it alone. Enter it where they arrive.',
  confirm: 'Make it',
};

function Message({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { clock } = usePorts();
  const { tone, words } = deliveryStates[delivery.state];
  const again = useAction({
    name: 'webhook_message_sent_again',
    run: ({ api }) => api.call(sendWebhookAgain, { params: { id: webhook.id, deliveryId: delivery.id } }),
    refreshes: [queryKeys.webhooks],
    success: ({ state }) => (state === 'delivered' ? 'The message was delivered' : 'The message was not delivered'),
  });
  const name = `${messageWords[delivery.type]}, ${dateAndTime(delivery.createdAt)}`;
  return (
    <li aria-label={name} className="grid gap-1.5 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{messageWords[delivery.type]}</span>
          <Badge tone={tone}>{words}</Badge>
          <span className="text-muted">{dateAndTime(delivery.createdAt)}</span>
        </span>
        <Button size="sm" aria-label={`Send again: ${name}`} disabled={again.isPending} onClick={() => again.mutate()}>
          Send again
        </Button>
      </div>
      {delivery.words && <p className="wrap-anywhere">{delivery.words}</p>}
      <p className="text-muted">{triesText(delivery, clock.now())}</p>
      <details>
        <summary className="w-fit cursor-pointer rounded-sm text-muted">What is sent</summary>
        <pre className="mt-2 rounded-sm bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          {readableBody(delivery.body)}
        </pre>
      </details>
    </li>
  );
}
