import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ImportItem, OldAddress, SiteImport } from '#shared/contract/imports.ts';
import { readablePath } from '#shared/kernel/site-path.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { editAddress } from '../posts/index.ts';
import { addressWords, outcomeWords, percentOf } from './import-words.ts';
import { ROWS, type RowsAsked, useAddresses, useItems } from './use-imports.ts';

const itemFilters = [
  ['', 'Everything'],
  ['refused', 'Not taken in'],
  ['left-out', 'Left out'],
  ['kept', 'Keep their words'],
  ['incomplete', 'Texts that lack words'],
  ['pictures', 'Pictures missing'],
] as const;

const addressFilters = [
  ['', 'Every address'],
  ['missing', 'Leads nowhere'],
  ['ours', 'Is a page here'],
  ['redirected', 'Leads on'],
  ['there', 'Answers'],
] as const;

/** The result of each item. */
export function ItemRows({ shown }: { shown: SiteImport }) {
  const [asked, setAsked] = useState<RowsAsked<'refused' | 'left-out' | 'kept' | 'incomplete' | 'pictures'>>({
    only: '',
    q: '',
    page: 1,
  });
  const rows = useItems(shown, asked);
  return (
    <Rows
      label="items"
      filters={itemFilters}
      asked={asked}
      onAsk={(next) => setAsked({ ...asked, ...next } as typeof asked)}
      rows={rows}
      row={(item) => <ItemRow key={`${item.kind} ${item.file}`} item={item} />}
    />
  );
}

/** What each old address answers. */
export function AddressRows({ shown }: { shown: SiteImport }) {
  const [asked, setAsked] = useState<RowsAsked<OldAddress['outcome']>>({ only: '', q: '', page: 1 });
  const rows = useAddresses(shown, asked);
  return (
    <Rows
      label="old addresses"
      filters={addressFilters}
      asked={asked}
      onAsk={(next) => setAsked({ ...asked, ...next } as typeof asked)}
      rows={rows}
      row={(address) => <AddressRow key={address.address} shown={address} />}
    />
  );
}

interface RowsProps<Row> {
  label: string;
  filters: readonly (readonly [string, string])[];
  asked: RowsAsked<string>;
  onAsk: (next: Partial<RowsAsked<string>>) => void;
  rows: { data?: { items: Row[]; total: number } | undefined; error: Error | null; refetch: () => unknown };
  row: (row: Row) => ReactNode;
}

function Rows<Row>({ label, filters, asked, onAsk, rows, row }: RowsProps<Row>) {
  const { data, error } = rows;
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / ROWS));
  return (
    <>
      <search className="mb-2 grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextInput
          type="search"
          aria-label={`Find ${label}`}
          placeholder={`Find ${label}`}
          value={asked.q}
          onChange={({ target }) => onAsk({ q: target.value, page: 1 })}
        />
        <Select
          aria-label={`Which ${label}`}
          value={asked.only}
          onChange={({ target }) => onAsk({ only: target.value, page: 1 })}
        >
          {filters.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </search>
      {error && <LoadFailed error={error} onTryAgain={() => rows.refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.items.length === 0 && <p className="py-4 text-muted">There is nothing of that kind.</p>}
      <ul className="divide-y divide-line">{data?.items.map(row)}</ul>
      {last > 1 && (
        <nav aria-label={`Pages of ${label}`} className="mt-3 flex items-center justify-between gap-3">
          <Button size="sm" disabled={asked.page <= 1} onClick={() => onAsk({ page: asked.page - 1 })}>
            Back
          </Button>
          <span className="text-sm text-muted tabular-nums">
            {asked.page} of {last}
          </span>
          <Button size="sm" disabled={asked.page >= last} onClick={() => onAsk({ page: asked.page + 1 })}>
            Next
          </Button>
        </nav>
      )}
    </>
  );
}

function ItemRow({ item }: { item: ImportItem }) {
  const { label, tone } = outcomeWords[item.outcome];
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
          {item.postId === null ? (
            <span className="font-semibold">{item.name}</span>
          ) : (
            <Link to={editAddress(item.postId)} className="font-semibold hover:underline">
              {item.name}
            </Link>
          )}{' '}
          <span className="text-sm text-muted">
            {item.kind} · {item.file}
          </span>
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {item.why && <p className="text-sm text-muted wrap-anywhere">{item.why}</p>}
      {item.share !== null && item.share < 1 && (
        <p className="text-sm wrap-anywhere">
          {percentOf(item.share)} of its words are here. Missing: {item.missingWords.join(' ')}
        </p>
      )}
      {item.missingPictures.length > 0 && (
        <p className="text-sm wrap-anywhere">Missing pictures: {item.missingPictures.join(', ')}</p>
      )}
      {item.notes.map((note) => (
        <p key={note} className="text-sm text-muted wrap-anywhere">
          {note}
        </p>
      ))}
    </li>
  );
}

function AddressRow({ shown }: { shown: OldAddress }) {
  const { label, tone } = addressWords[shown.outcome];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <span className="font-semibold">{readablePath(shown.address)}</span>{' '}
        <span className="text-sm text-muted">
          {shown.outcome === 'there' ? shown.file : `→ ${readablePath(shown.led)} · ${shown.file}`}
        </span>
      </p>
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
}
