import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { listCategories } from '#shared/contract/categories.ts';
import type { ImportOptions, ImportPlan, SiteImport } from '#shared/contract/imports.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { scrollable } from '#shared/ui/scrollable.ts';
import { Switch } from '#shared/ui/switch.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { count, importLabel, phrase } from './import-words.ts';
import { choicesOf, REST, TermTable, type TermTargets } from './term-table.tsx';
import { useRun } from './use-imports.ts';

/** What an import would do, the owner's choices, and the button that begins it. */
export function PlanView({ shown, plan }: { shown: SiteImport; plan: ImportPlan }) {
  const { api } = usePorts();
  const categories = useQuery({
    queryKey: queryKeys.categories,
    queryFn: ({ signal }) => api.call(listCategories, { signal }),
  });
  const [targets, setTargets] = useState<TermTargets>(() => startTargets(plan));
  const [fallback, setFallback] = useState('');
  const [pages, setPages] = useState<ImportOptions['pages']>('posts');
  const [fetchPictures, setFetchPictures] = useState(false);
  const run = useRun(shown.id);
  const known = categories.data ?? [];
  const chosen = fallback || known[0]?.slug || '';
  const begin = () =>
    run.mutate({
      fallback: chosen || null,
      choices: choicesOf(plan.terms, targets),
      pages,
      fetchPictures,
      isForced: false,
    });
  return (
    <div className="mt-5 grid gap-6">
      <Counts plan={plan} />
      <Notices plan={plan} />
      <section aria-labelledby="decide" className="grid gap-4">
        <h4 id="decide" className="font-serif text-lg font-medium">
          What you decide
        </h4>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Category of all other posts" hint="For posts that nothing below says a category for.">
            {(control) => (
              <Select {...control} value={chosen} onChange={({ target }) => setFallback(target.value)}>
                {known.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {plan.pages > 0 && <PagesChoice pages={plan.pages} chosen={pages} onChoose={setPages} />}
        </div>
        {plan.terms.length > 0 && (
          <TermTable terms={plan.terms} categories={known} targets={targets} onChange={setTargets} />
        )}
        {plan.pictures.elsewhere > 0 && (
          <Switch
            label="Fetch pictures from the web"
            hint={phrase('elsewhere', plan.pictures.elsewhere)}
            checked={fetchPictures}
            onChange={setFetchPictures}
          />
        )}
      </section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
        <Button variant="primary" disabled={run.isPending || categories.isPending} onClick={begin}>
          {importLabel(plan)}
        </Button>
        <p className="text-sm text-muted">It can be undone as a whole for 30 days. Nobody gets a letter.</p>
      </div>
    </div>
  );
}

interface PagesChoiceProps {
  /** The number of pages in the file. */
  pages: number;
  chosen: ImportOptions['pages'];
  onChoose: (chosen: ImportOptions['pages']) => void;
}

function PagesChoice({ pages, chosen, onChoose }: PagesChoiceProps) {
  return (
    <Field label="What pages become" hint={`${count(pages, 'page')} such as an imprint, which stood in no list.`}>
      {(control) => (
        <Select {...control} value={chosen} onChange={({ target }) => onChoose(target.value as ImportOptions['pages'])}>
          <option value="posts">Posts</option>
          <option value="drafts">Drafts</option>
          <option value="left-out">Nothing, leave them out</option>
        </Select>
      )}
    </Field>
  );
}

/**
 * Returns the initial targets: a term with the name of one of our categories goes to that category, any other term goes
 * with the rest.
 */
function startTargets({ terms }: ImportPlan): TermTargets {
  return Object.fromEntries(terms.map(({ kind, slug, to }) => [`${kind}:${slug}`, to ?? REST]));
}

function Counts({ plan }: { plan: ImportPlan }) {
  const numbers: [string, number][] = [
    ['Posts', plan.posts],
    ['Pages', plan.pages],
    ['Drafts among them', plan.drafts],
    ['New here', plan.created],
    ['To be changed', plan.updated],
    ['Unchanged', plan.unchanged],
    ['Pictures to store', plan.pictures.found],
    ['Authors', plan.authors.total],
    ['Subscribers', plan.subscribers.total],
    ['Redirects', plan.redirects],
    ['Old addresses', plan.addresses],
  ];
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-md border border-line bg-line">
      {numbers
        .filter(([label, number]) => number > 0 || label === 'Posts')
        .map(([label, number]) => (
          // The last row fills the width like the others, however many cells it has.
          <div key={label} className="flex grow basis-32 flex-col-reverse justify-end bg-paper px-3 py-2.5 lg:basis-60">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-serif text-2xl tabular-nums">{number.toLocaleString('en-US')}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The notices of what will not be as it was; each can be opened. */
function Notices({ plan }: { plan: ImportPlan }) {
  const { unread, clashes, kept, pictures, subscribers, leftOut, notes, dropped } = plan;
  const left = leftOut.reduce((sum, each) => sum + each.count, 0);
  return (
    <div className="grid gap-2 empty:hidden">
      <Notice
        title={phrase('unread', unread.total)}
        lines={unread.first.map((each) => `${each.file}: ${each.message}`)}
        total={unread.total}
      />
      <Notice
        title={phrase('clashes', clashes.total)}
        lines={clashes.first.map((each) => `${each.file} becomes /post/${each.slug}`)}
        total={clashes.total}
      />
      <Notice
        title={phrase('edited', kept.total)}
        lines={kept.first.map((each) => `${each.file} is /post/${each.slug}`)}
        total={kept.total}
      />
      <Notice
        title={phrase('pictureLacks', pictures.missing.total)}
        lines={pictures.missing.first.map(
          (each) => `${each.address} (${each.file})${each.reason ? `: ${each.reason}` : ''}`,
        )}
        total={pictures.missing.total}
      />
      <Notice
        title={phrase('noAddress', subscribers.refused.total)}
        lines={subscribers.refused.first}
        total={subscribers.refused.total}
      />
      <Notice
        title={phrase('noPlace', left)}
        lines={leftOut.map((each) => `${each.count} × ${each.what}: ${each.why}`)}
        total={left}
      />
      <Notice
        title={phrase('become', notes.length)}
        lines={notes.map((each) => `${each.note} (${count(each.count, 'post')})`)}
        total={notes.length}
      />
      {dropped.elements + dropped.templateTags > 0 && (
        <p className="text-sm text-muted">
          Taken out of the texts: {count(dropped.elements, 'element')} of HTML that cannot be shown safely,{' '}
          {count(dropped.templateTags, 'template tag')}.
        </p>
      )}
    </div>
  );
}

function Notice({ title, lines, total }: { title: ReactNode; lines: readonly string[]; total: number }) {
  if (total === 0) return null;
  return (
    <details className="rounded-md border border-line bg-paper">
      <summary className="cursor-pointer px-3 py-2 font-semibold">{title}</summary>
      <ul className="max-h-64 overflow-auto border-t border-line px-3 py-2 text-sm" {...scrollable}>
        {lines.map((line) => (
          <li key={line} className="py-0.5 wrap-anywhere">
            {line}
          </li>
        ))}
        {total > lines.length && lines.length > 0 && lines.length >= 200 && <li className="text-muted">And more.</li>}
      </ul>
    </details>
  );
}
