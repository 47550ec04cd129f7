import { useState } from 'react';
import type { ImportLine } from '#shared/contract/imports.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { dateAndTime } from '../dates.ts';
import { LoadFailed } from '../load-failed.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportView } from './import-view.tsx';
import { count, stateWords } from './import-words.ts';
import { isUnderWay, useImports } from './use-imports.ts';

/**
 * The import of posts from elsewhere: the file, what the import would do, the receipt, and the way back (docs/rules.md,
 * "Imports").
 */
export function ImportScreen() {
  const imports = useImports();
  const [chosen, setChosen] = useState<number | null>(null);
  const all = imports.data ?? [];
  // The owner comes for the import that is under way or waits for them.
  const shown = chosen ?? all.find((each) => isUnderWay(each) || each.state === 'ready')?.id ?? all[0]?.id ?? null;
  return (
    <section aria-labelledby="import-title" className="admin-width py-6 md:py-8">
      <h2 id="import-title" className="font-serif text-2xl font-medium">
        Import
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-muted">
        Move here from Ghost, WordPress, Substack, Medium or Markdown. Give the file that program exports; at the end a
        receipt shows what became of every post, address and picture.
      </p>
      {imports.isError && <LoadFailed error={imports.error} onTryAgain={() => imports.refetch()} />}
      {imports.isPending && <Skeleton className="h-32" />}
      {imports.data && !all.some(isUnderWay) && <ChooseFile onTaken={({ id }) => setChosen(id)} />}
      {shown !== null && <ImportView key={shown} id={shown} />}
      {all.length > 1 && <Past imports={all} shown={shown} onChoose={setChosen} />}
    </section>
  );
}

interface PastProps {
  imports: readonly ImportLine[];
  shown: number | null;
  onChoose: (id: number) => void;
}

function Past({ imports, shown, onChoose }: PastProps) {
  return (
    <section aria-labelledby="past-imports" className="mt-8">
      <h3 id="past-imports" className="mb-2 font-serif text-xl font-medium">
        All imports
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {imports.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              aria-current={each.id === shown}
              className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-start hover:bg-sunken aria-[current=true]:bg-sunken"
              onClick={() => {
                onChoose(each.id);
                window.scrollTo({ top: 0 });
              }}
            >
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{each.name}</span>
                <span className="block text-sm text-muted">
                  {dateAndTime(each.createdAt)}
                  {each.program && ` · ${each.program}`}
                  {each.receipt && ` · ${count(each.receipt.items.total, 'item')}`}
                </span>
              </span>
              <Badge tone={stateWords[each.state].tone}>{stateWords[each.state].label}</Badge>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
