import { CircleSlash, Download, EllipsisVertical, Eraser, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PendingSubscription, Subscriber } from '#shared/contract/letters/subscribers.ts';
import { Badge, type BadgeTone } from '#shared/ui/badge.tsx';
import { IconButton } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { dayOf, sinceText, topicNames } from './subscriber-words.ts';
import { useEndSubscriber, useEraseSubscriber, useForgetPending, useRecordFile } from './use-subscribers.ts';

const tones: Record<Subscriber['state'], { tone: BadgeTone; word: string }> = {
  following: { tone: 'good', word: 'Following' },
  ended: { tone: 'plain', word: 'Ended' },
  suppressed: { tone: 'danger', word: 'Cannot be reached' },
};

/** One subscriber, with the actions on it. */
export function SubscriberRow({ subscriber }: { subscriber: Subscriber }) {
  const { id, email, name, state, topics, endedAt } = subscriber;
  const confirm = useConfirm();
  const end = useEndSubscriber();
  const erase = useEraseSubscriber();
  const record = useRecordFile();
  const askToEnd = async () => {
    const description = 'No letter is sent to them any more. They can subscribe again by themselves.';
    if (await confirm({ title: `End the subscription of ${email}?`, description, confirm: 'End' })) end.mutate(id);
  };
  const askToErase = async () => {
    const description =
      'The address and all that is kept of it are deleted for good, and no import brings it back. They can subscribe again by themselves.';
    const isSure = await confirm({ title: `Erase ${email}?`, description, confirm: 'Erase', isDangerous: true });
    if (isSure) erase.mutate(id);
  };
  return (
    <>
      <Words email={email} name={name} badge={<Badge tone={tones[state].tone}>{tones[state].word}</Badge>}>
        {topicNames(topics)}. {sinceText(subscriber)}
        {endedAt !== null && `, ended ${dayOf(endedAt)}`}.
      </Words>
      <Menu
        trigger={
          <IconButton label={`What to do with ${email}`}>
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => record.mutate(id)}>
          <Download aria-hidden />
          Download what is kept
        </MenuItem>
        {state === 'following' && (
          <MenuItem onSelect={askToEnd}>
            <CircleSlash aria-hidden />
            End subscription
          </MenuItem>
        )}
        <MenuItem isDangerous onSelect={askToErase}>
          <Eraser aria-hidden />
          Erase
        </MenuItem>
      </Menu>
    </>
  );
}

/** A person who has not confirmed the subscription yet. */
export function PendingRow({ pending }: { pending: PendingSubscription }) {
  const { id, email, topics, createdAt, mailedAt } = pending;
  const forget = useForgetPending();
  return (
    <>
      <Words email={email} name={null} badge={<Badge tone="waiting">Not confirmed</Badge>}>
        {topicNames(topics)}. Asked on {dayOf(createdAt)}
        {mailedAt === null && ', but the mail server has not taken the mail'}.
      </Words>
      <IconButton label={`Forget ${email}`} disabled={forget.isPending} onClick={() => forget.mutate(id)}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}

interface WordsProps {
  email: string;
  name: string | null;
  badge: ReactNode;
  children: ReactNode;
}

function Words({ email, name, badge, children }: WordsProps) {
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{name ? `${name} <${email}>` : email}</span>
        {badge}
      </p>
      <p className="text-sm text-muted wrap-anywhere">{children}</p>
    </div>
  );
}
