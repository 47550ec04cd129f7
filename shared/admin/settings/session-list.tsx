import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endOtherSessions } from '#shared/contract/auth/session-life.ts';
import { endSession, listSessions, type SessionRecord } from '#shared/contract/session.ts';
import { deviceName } from '#shared/kernel/device-name.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { shortDate, timeAgo } from '../dates.ts';
import { LoadFailed } from '../load-failed.tsx';
import { OfferingButton } from '../offer-commands.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { LeaveNothing } from './leave-nothing-button.tsx';
import { SessionLifeField } from './session-life-field.tsx';
import { SettingsSection } from './settings-section.tsx';

/** The number of sessions shown first: this session and those last seen; a button shows the others. */
const FIRST_SHOWN = 8;

/** Where the owner is signed in, and a button to end each session except this one. */
export function SessionList() {
  const { api } = usePorts();
  const sessions = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => api.call(listSessions, { signal }),
  });
  const [isWhole, setIsWhole] = useState(false);
  const count = sessions.data?.length ?? 0;
  const end = useAction({
    name: 'session_ended',
    run: ({ api }, { id }: SessionRecord) => api.call(endSession, { params: { id } }),
    refreshes: [queryKeys.sessions],
    success: 'Signed out there',
  });
  const confirm = useConfirm();
  const endOthers = useAction({
    name: 'other_sessions_ended',
    run: ({ api }) => api.call(endOtherSessions),
    refreshes: [queryKeys.sessions],
    success: 'Signed out everywhere else',
  });
  const askAll = async () => {
    const isSure = await confirm({
      title: 'Sign out everywhere else?',
      description: 'Every other browser and app has to sign in again. What was typed there stays there.',
      confirm: 'Sign out',
      isDangerous: true,
    });
    if (isSure) endOthers.mutate();
  };
  return (
    <SettingsSection
      title="Signed in"
      hint="Every browser and app that is signed in to this account."
      action={
        count > 1 && (
          <OfferingButton
            command="Sign Out Everywhere Else"
            words={['end all others', 'sessions']}
            size="sm"
            disabled={endOthers.isPending}
            onClick={() => void askAll()}
          >
            End all others
          </OfferingButton>
        )
      }
    >
      {sessions.isError && <LoadFailed error={sessions.error} onTryAgain={() => sessions.refetch()} />}
      {sessions.isPending && <Skeleton className="h-12" />}
      <ul className="divide-y divide-line">
        {sessions.data?.slice(0, isWhole ? count : FIRST_SHOWN).map((session) => (
          <SessionRow key={session.id} session={session} isEnding={end.isPending} onEnd={() => end.mutate(session)} />
        ))}
      </ul>
      {!isWhole && count > FIRST_SHOWN && (
        <Button size="sm" className="mt-3" onClick={() => setIsWhole(true)}>
          Show all {count}
        </Button>
      )}
      <SessionLifeField />
      <LeaveNothing />
    </SettingsSection>
  );
}

interface SessionRowProps {
  session: SessionRecord;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { clock } = usePorts();
  const device = deviceName(session.userAgent, session.via);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">
          Last seen {timeAgo(session.lastSeen, clock.now())}, signed in {shortDate(session.createdAt)}
        </p>
      </div>
      {session.current ? (
        <Badge tone="good">This one</Badge>
      ) : (
        <Button size="sm" aria-label={`Sign out ${device}`} disabled={isEnding} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
