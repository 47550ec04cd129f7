import { type LucideIcon, Pencil, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { AUDIT_CLASSES, type AuditClass } from '#shared/kernel/audit-events.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { usePorts } from '../ports-context.tsx';
import { auditDetails, auditOrigin, auditTitle, classNames } from './audit-texts.ts';
import { byDay } from './history-texts.ts';
import { type AuditFilter, allAudit, useAudit } from './use-audit.ts';

/** The list of what happened, read-only (docs/rules.md, "The log of what happened"). */
export function AuditList() {
  const [filter, setFilter] = useState(allAudit);
  return (
    <>
      <p className="mt-1 mb-4 text-muted">
        Who signed in, what was refused, and what was done, in the last 400 days. Nothing here can be changed or
        deleted.
      </p>
      <Filters filter={filter} onChange={setFilter} />
      <Entries filter={filter} />
    </>
  );
}

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <Field label="About" className="max-sm:col-span-2">
        {(control) => (
          <Select
            {...control}
            value={filter.class}
            onChange={({ target }) => onChange({ ...filter, class: target.value as AuditClass | '' })}
          >
            <option value="">Everything</option>
            {AUDIT_CLASSES.map((name) => (
              <option key={name} value={name}>
                {classNames[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="From">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={filter.from}
            onChange={({ target }) => onChange({ ...filter, from: target.value })}
          />
        )}
      </Field>
      <Field label="To">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={filter.to}
            onChange={({ target }) => onChange({ ...filter, to: target.value })}
          />
        )}
      </Field>
    </search>
  );
}

function Entries({ filter }: { filter: AuditFilter }) {
  const { clock } = usePorts();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useAudit(filter);
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && entries.length === 0) return <LoadFailed error={error} onTryAgain={() => refetch()} />;
  if (!data) return <Loading />;
  if (entries.length === 0)
    return (
      <div className="mt-6">
        <EmptyState title="Nothing found">Nothing of that kind happened in that time.</EmptyState>
      </div>
    );
  return (
    <>
      {byDay(entries, clock.now()).map(({ title, entries: ofDay }) => (
        <section key={title} aria-label={title} className="mt-6">
          <h3 className="mb-2 text-sm font-semibold text-muted">{title}</h3>
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {ofDay.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button className="mt-4 w-full" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
          {isFetchingNextPage ? 'Loading...' : 'Older entries'}
        </Button>
      )}
    </>
  );
}

const drawings: Record<AuditClass, LucideIcon> = { security: ShieldCheck, refused: ShieldAlert, action: Pencil };

function Row({ entry }: { entry: AuditEntry }) {
  const Drawing = drawings[entry.class];
  const details = auditDetails(entry);
  return (
    <li className="flex items-center gap-3 px-3 py-2.5 sm:px-4">
      <Drawing aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 wrap-anywhere">{auditTitle(entry)}</p>
        {details !== '' && <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{details}</p>}
        <p className="text-sm wrap-anywhere text-muted">{auditOrigin(entry)}</p>
      </div>
    </li>
  );
}

function Loading() {
  return (
    <div className="mt-6 grid gap-3" role="status" aria-label="Loading the log">
      {[0, 1, 2, 3, 4].map((number) => (
        <Skeleton key={number} className="h-14" />
      ))}
    </div>
  );
}
