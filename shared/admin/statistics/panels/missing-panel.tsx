import { CornerUpRight } from 'lucide-react';
import { useState } from 'react';
import type { MissingPage } from '#shared/contract/statistics.ts';
import { readablePath } from '#shared/kernel/site-path.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { queryKeys } from '../../query-client.ts';
import { RedirectForm } from '../../settings/index.ts';
import { Panel } from '../panel.tsx';
import type { StatisticsView } from '../statistics-address.ts';
import { dayName, timesText } from '../statistics-words.ts';
import { useMissingPages } from '../use-statistics.ts';
import { PanelState } from './panel-state.tsx';

/** Addresses at which readers found nothing, and a way to redirect them. */
export function MissingPanel({ view }: { view: StatisticsView }) {
  const query = useMissingPages(view);
  const pages = query.data ?? [];
  const [from, setFrom] = useState<string | null>(null);
  return (
    <Panel
      title="Addresses with nothing"
      hint="Where readers came and there was no page: links of other sites, old addresses, links of your own."
      csv={{ table: 'missing', view }}
    >
      <PanelState query={query} isEmpty={pages.length === 0} empty="No address without a page was asked for.">
        <ul aria-label="Addresses with nothing" className="max-h-96 divide-y divide-line overflow-y-auto">
          {pages.map((page) => (
            <Row key={page.kind + page.path} page={page} onLead={() => setFrom(page.path)} />
          ))}
        </ul>
      </PanelState>
      <Dialog isOpen={from !== null} onClose={() => setFrom(null)} title="New redirect">
        {from !== null && (
          <RedirectForm
            redirect={null}
            from={readablePath(from)}
            refreshes={queryKeys.statistics}
            onDone={() => setFrom(null)}
          />
        )}
      </Dialog>
    </Panel>
  );
}

const names = { others: 'Other addresses', probes: 'Doors that robots try on every server' };

function Row({ page, onLead }: { page: MissingPage; onLead: () => void }) {
  const { kind, path, asked, ownAsked, hosts, last, isLed } = page;
  const name = kind === 'page' ? readablePath(path) : names[kind];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-64">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {ownAsked > 0 && <Badge tone="danger">Linked on your own pages</Badge>}
          {isLed && <Badge tone="good">Leads on now</Badge>}
        </span>
        <span className="mt-0.5 block text-muted wrap-anywhere">
          Asked for {timesText(asked)}, last on {dayName(last)}
          {hosts.length > 0 && `. Linked by ${hosts.join(', ')}`}
        </span>
      </span>
      {kind === 'page' && !isLed && (
        <Button size="sm" aria-label={`Make a redirect from ${name}`} onClick={onLead}>
          <CornerUpRight aria-hidden />
          Make a redirect
        </Button>
      )}
    </li>
  );
}
