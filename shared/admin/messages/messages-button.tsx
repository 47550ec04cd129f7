import { Mail } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#shared/ui/button.tsx';
import { MessagesPanel } from './messages-panel.tsx';
import { useUnreadCount } from './use-messages.ts';

/** Opens the messages, and shows how many are unread. */
export function MessagesButton() {
  const [isOpen, setIsOpen] = useState(false);
  const unread = useUnreadCount() ?? 0;
  return (
    <>
      <IconButton
        label={unread > 0 ? `Messages, ${unread} unread` : 'Messages'}
        className="relative"
        onClick={() => setIsOpen(true)}
      >
        <Mail aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute end-0 top-0 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-[1.125rem] font-bold text-accent-ink"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </IconButton>
      <MessagesPanel isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
