import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowRight, Pencil, Plus, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { deleteRedirect, listRedirects, type Redirect } from '#shared/contract/redirects.ts';
import { readablePath } from '#shared/kernel/site-path.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { SettingsSection } from '../settings-section.tsx';
import { RedirectForm } from './redirect-form.tsx';
import { originWords } from './redirect-words.ts';

/** The number of rows of a page; a list with more rows also has a search field. */
const SHOWN = 20;

/** The redirects: to add, change and end them. */
export function RedirectsSection() {
  const { api } = usePorts();
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<Redirect | 'new' | null>(null);
  const asked = { q: useDeferredValue(words.trim()), page, limit: SHOWN };
  const list = useQuery({
    queryKey: [...queryKeys.redirects, asked],
    queryFn: ({ signal }) => api.list(listRedirects, { query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.total ?? 0;
  return (
    <SettingsSection
      title="Redirects"
      hint="Addresses that lead elsewhere: those you add, and those of what was renamed."
      action={
        <OfferingButton command="New Redirect" words={['add', 'address']} size="sm" onClick={() => setEdited('new')}>
          <Plus aria-hidden />
          New redirect
        </OfferingButton>
      }
    >
      {list.isError && <LoadFailed error={list.error} onTryAgain={() => list.refetch()} />}
      {list.isPending && <Skeleton className="h-32" />}
      {(total > SHOWN || words !== '') && (
        <TextInput
          type="search"
          aria-label="Find a redirect"
          placeholder="Find a redirect"
          className="mb-2"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setPage(1);
          }}
        />
      )}
      {list.data && total === 0 && (
        <p className="text-muted">{words === '' ? 'There is none yet.' : 'No redirect has these words.'}</p>
      )}
      <ul className="divide-y divide-line">
        {list.data?.items.map((redirect) => (
          <Row key={redirect.path} redirect={redirect} onEdit={() => setEdited(redirect)} />
        ))}
      </ul>
      <Pages page={page} total={total} onPage={setPage} />
      <Dialog
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'New redirect' : 'Edit redirect'}
      >
        {edited !== null && <RedirectForm redirect={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Dialog>
    </SettingsSection>
  );
}

function Row({ redirect, onEdit }: { redirect: Redirect; onEdit: () => void }) {
  const confirm = useConfirm();
  const [path, target] = [readablePath(redirect.path), readablePath(redirect.target)];
  const remove = useAction({
    name: 'redirect_deleted',
    run: ({ api }) => api.call(deleteRedirect, { query: { path: redirect.path } }),
    refreshes: [queryKeys.redirects, queryKeys.linkFaults],
    success: 'Redirect deleted',
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete the redirect from ${path}?`,
      description: 'Who comes by this address then finds nothing.',
      confirm: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="min-w-0 text-sm">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{path}</span>
          <Badge>{originWords(redirect)}</Badge>
        </span>
        <span className="mt-0.5 flex items-start gap-1.5 text-muted">
          <ArrowRight role="img" aria-label="leads to" className="mt-0.5 size-4 shrink-0 rtl:-scale-x-100" />
          <span className="min-w-0 wrap-anywhere">{target}</span>
        </span>
      </span>
      <span className="flex shrink-0">
        {redirect.kind === 'own' && (
          <IconButton label={`Edit the redirect from ${path}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
        )}
        <IconButton label={`Delete the redirect from ${path}`} disabled={remove.isPending} onClick={ask}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  if (total <= SHOWN) return null;
  const last = Math.ceil(total / SHOWN);
  return (
    <nav aria-label="Pages of redirects" className="mt-3 flex items-center justify-between gap-3">
      <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span role="status" className="text-sm text-muted">
        {(page - 1) * SHOWN + 1} to {Math.min(page * SHOWN, total)} of {total.toLocaleString('en')}
      </span>
      <Button size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
