import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type BackupStatus, downloadBackup, listBackups, runBackup } from '#shared/contract/backups.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { IconButton } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { dateAndTime, timeAgo } from '../dates.ts';
import { LoadFailed } from '../load-failed.tsx';
import { OfferingButton } from '../offer-commands.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { backupPlan, backupSize } from './backup-texts.ts';
import { SettingsSection } from './settings-section.tsx';
import { useDownload } from './use-download.ts';

/** Milliseconds between two checks of a backup that is being made. */
const LOOK_AGAIN = 2000;
/** The number of backups that are listed; older ones are only counted. */
const MOST_SHOWN = 7;

/** The backups on the server: whether one of them is known to be good, and a button to make one now. */
export function BackupsSection() {
  const { api } = usePorts();
  const queryClient = useQueryClient();
  const status = useQuery({
    queryKey: queryKeys.backups,
    queryFn: ({ signal }) => api.call(listBackups, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isRunning ? LOOK_AGAIN : false),
  });
  const run = useAction({
    name: 'backup_begun',
    run: ({ api }) => api.call(runBackup),
    onSuccess: (begun) => queryClient.setQueryData(queryKeys.backups, begun),
  });
  const isBusy = run.isPending || (status.data?.isRunning ?? false);
  return (
    <SettingsSection
      title="Backups"
      hint={status.data && <span className="wrap-anywhere">{backupPlan(status.data)}</span>}
      action={
        status.data && (
          <OfferingButton
            command="Back Up Now"
            words={['backup', 'save everything']}
            size="sm"
            disabled={isBusy}
            onClick={() => run.mutate()}
          >
            {isBusy ? 'Backing up …' : 'Back up now'}
          </OfferingButton>
        )
      }
    >
      {status.isError && <LoadFailed error={status.error} onTryAgain={() => status.refetch()} />}
      {status.isPending && <Skeleton className="h-12" />}
      {status.data && <Backups status={status.data} />}
    </SettingsSection>
  );
}

function Backups({ status: { backups, lastVerifiedAt, failure } }: { status: BackupStatus }) {
  const { clock } = usePorts();
  const { download, isBusy } = useDownload();
  const now = clock.now();
  return (
    <>
      <div role="status">
        {failure && (
          <p className="mb-3 text-sm wrap-anywhere whitespace-pre-line text-danger">
            The last one failed {timeAgo(failure.at, now)}: {failure.message}
          </p>
        )}
        <p className="text-sm">
          {lastVerifiedAt === null ? 'None has been verified yet.' : `Last verified ${timeAgo(lastVerifiedAt, now)}.`}
        </p>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {backups.slice(0, MOST_SHOWN).map(({ name, size, createdAt, verifiedAt }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="min-w-0" title={name}>
              {dateAndTime(createdAt)} <span className="text-sm text-muted">{backupSize(size)}</span>
            </span>
            <span className="flex items-center gap-2">
              <Badge tone={verifiedAt === null ? 'plain' : 'good'}>
                {verifiedAt === null ? 'Not verified' : 'Verified'}
              </Badge>
              <IconButton
                label={`Download the backup of ${dateAndTime(createdAt)}`}
                disabled={isBusy}
                onClick={() => download(downloadBackup.path.replace(':name', name), name)}
              >
                <Download aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      {backups.length > MOST_SHOWN && (
        <p className="text-sm text-muted">And {backups.length - MOST_SHOWN} older ones.</p>
      )}
      {backups.length > 0 && (
        <p className="mt-2 text-sm text-muted">
          A backup holds everything this site knows. Keep what you download to yourself.
        </p>
      )}
    </>
  );
}
