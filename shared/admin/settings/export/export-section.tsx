import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type ExportSummary, exportForGhost, exportSite, getExportSummary } from '#shared/contract/exports.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { SettingsSection } from '../settings-section.tsx';
import { useDownload } from '../use-download.ts';
import { count, exportSize } from './export-words.ts';

/** The exports that the owner can download: everything, or a file that another program imports. */
export function ExportSection() {
  const { api } = usePorts();
  const summary = useQuery({
    queryKey: queryKeys.exports,
    queryFn: ({ signal }) => api.call(getExportSummary, { signal }),
    staleTime: 0,
  });
  return (
    <SettingsSection
      title="Export"
      hint="What you take along when you move, or keep for yourself. This site stays as it is."
    >
      {summary.isError && <LoadFailed error={summary.error} onTryAgain={() => summary.refetch()} />}
      {summary.isPending && <Skeleton className="h-40" />}
      {summary.data && (
        <>
          <div className="divide-y divide-line">
            <Everything summary={summary.data} />
            <ForGhost summary={summary.data} />
          </div>
          <p className="mt-3 text-sm text-muted">
            Passwords, keys, tokens and sign-ins are in none of them. Earlier versions of posts, History, messages and
            what lies in a bin are in backups alone.
          </p>
        </>
      )}
    </SettingsSection>
  );
}

function Everything({ summary }: { summary: ExportSummary }) {
  const { download, isBusy } = useDownload();
  const { clock } = usePorts();
  return (
    <Offer
      title="Everything"
      size={exportSize(summary)}
      action="Download everything"
      isBusy={isBusy}
      onDownload={() => download(exportSite.path, `ninefold-export-${today(clock.now())}.zip`)}
    >
      Posts as Markdown, pictures as you uploaded them, and authors, categories, tags, redirects, prompts, codices,
      settings and {summary.subscribers === 0 ? 'subscribers' : count(summary.subscribers, 'subscriber')} as JSON. An
      import here or in another Ninefold brings it all back.
      {summary.subscribers > 0 &&
        ' Keep it to yourself: it holds their addresses, and what the links in their letters are made with.'}
    </Offer>
  );
}

function ForGhost({ summary }: { summary: ExportSummary }) {
  const { download, isBusy } = useDownload();
  const { clock } = usePorts();
  const withPictures = useId();
  const [hasPictures, setPictures] = useState(true);
  const path = hasPictures ? exportForGhost.path : `${exportForGhost.path}?pictures=at-site`;
  return (
    <Offer
      title="For Ghost"
      size={exportSize(summary, hasPictures)}
      action="Download for Ghost"
      isBusy={isBusy}
      onDownload={() => download(path, `ninefold-for-ghost-${today(clock.now())}.zip`)}
      option={
        <label htmlFor={withPictures} className="-my-1 -ml-2.5 flex items-center text-sm">
          <Checkbox id={withPictures} checked={hasPictures} onChange={(event) => setPictures(event.target.checked)} />
          With the pictures (else posts show those of this site)
        </label>
      }
    >
      Posts, tags and authors as Ghost 5 and 6 import them; categories become tags. The file redirects.yaml in it, given
      to Ghost under Labs, leads old addresses to the new ones. Subscribers, prompts and codices are not in it.
    </Offer>
  );
}

interface OfferProps {
  title: string;
  size: string;
  /** The label of the button. */
  action: string;
  isBusy: boolean;
  onDownload: () => void;
  option?: ReactNode;
  children: ReactNode;
}

function Offer({ title, size, action, isBusy, onDownload, option, children }: OfferProps) {
  const id = useId();
  return (
    <div className="grid gap-2 py-4 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h4 className="font-semibold">{title}</h4>
        <span id={id} className="text-sm text-muted tabular-nums">
          {size}
        </span>
      </div>
      <p className="text-sm text-muted">{children}</p>
      {option}
      <div>
        <OfferingButton
          command={action}
          words={['export', 'take along']}
          size="sm"
          disabled={isBusy}
          aria-describedby={id}
          onClick={onDownload}
        >
          <Download aria-hidden />
          {action}
        </OfferingButton>
      </div>
    </div>
  );
}

const today = (now: number) => new Date(now).toISOString().slice(0, 10);
