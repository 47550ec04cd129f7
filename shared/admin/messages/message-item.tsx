import { Mail, MailOpen, Reply, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { ContactMessage } from '#shared/contract/contact.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { dateAndTime } from '../dates.ts';
import { ExternalLink } from '../external-link.tsx';
import { replyAddress } from './reply-address.ts';
import { useDeleteMessage, useMarkMessage } from './use-messages.ts';

/** One message: its head and, when it is opened, its text. Opening a message also marks it as read. */
export function MessageItem({ message }: { message: ContactMessage }) {
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const mark = useMarkMessage();
  const remove = useDeleteMessage();
  const confirm = useConfirm();
  const { id, name, email, subject, read, suspect, createdAt } = message;

  const toggle = () => {
    if (!isOpen && !read) mark.mutate({ id, read: true });
    setIsOpen(!isOpen);
  };
  const askAndDelete = async () => {
    const title = 'Are you sure you want to delete this message?';
    if (await confirm({ title, confirm: 'Delete', isDangerous: true })) remove.mutate(message);
  };

  return (
    <article aria-label={`Message from ${name}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={textId}
        onClick={toggle}
        className="block w-full py-4 text-start focus-visible:-outline-offset-2"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <span className={`min-w-0 wrap-anywhere ${read ? 'font-medium' : 'font-bold'}`}>{name}</span>
          <time dateTime={createdAt} className="text-xs text-muted">
            {dateAndTime(createdAt)}
          </time>
        </span>
        <span className="mt-0.5 block wrap-anywhere text-muted">{subject || 'No subject'}</span>
        {(!read || suspect) && (
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            {!read && <Badge tone="accent">Unread</Badge>}
            {suspect && <Badge tone="danger">Looks like spam</Badge>}
          </span>
        )}
      </button>
      <div id={textId} hidden={!isOpen} className="pb-5">
        <p className="text-sm wrap-anywhere text-muted">{email}</p>
        <p className="mt-3 rounded-md bg-sunken p-4 wrap-anywhere whitespace-pre-wrap">{message.message}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <ExternalLink href={replyAddress(message)} className={buttonClass('quiet', 'sm')}>
            <Reply aria-hidden />
            Reply
          </ExternalLink>
          <Button size="sm" onClick={() => mark.mutate({ id, read: !read })} disabled={mark.isPending}>
            {read ? <Mail aria-hidden /> : <MailOpen aria-hidden />}
            {read ? 'Mark as unread' : 'Mark as read'}
          </Button>
          <Button size="sm" variant="danger" onClick={askAndDelete} disabled={remove.isPending}>
            <Trash2 aria-hidden />
            Delete
          </Button>
        </div>
      </div>
    </article>
  );
}
