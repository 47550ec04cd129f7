import { Undo2 } from 'lucide-react';
import type { SiteImport } from '#shared/contract/imports.ts';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { scrollable } from '#shared/ui/scrollable.ts';
import { shortDate } from '../dates.ts';
import { count, kindWords, phrase } from './import-words.ts';
import { useUndo } from './use-imports.ts';

/** The way to undo an import, and what undoing it has removed. */
export function UndoPart({ shown }: { shown: SiteImport }) {
  const confirm = useConfirm();
  const undo = useUndo(shown.id);
  if (shown.undone) return <Undone undone={shown.undone} />;
  if (shown.undoUntil === null) return null;
  const ask = async () => {
    const isSure = await confirm({
      title: `Undo the import of “${shown.name}”?`,
      description:
        'Posts it made go into the bin, posts it changed get their former words back. Everything else it brought goes: authors, tags, categories, pictures nobody uses, redirects, subscribers, and of an export of this program prompts, codices and settings too. What you have edited since stays, and is named.',
      confirm: 'Undo import',
      isDangerous: true,
    });
    if (isSure) undo.mutate();
  };
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <Button disabled={undo.isPending} onClick={ask}>
        <Undo2 aria-hidden />
        Undo import
      </Button>
      <p className="text-sm text-muted">As a whole, until {shortDate(shown.undoUntil)}.</p>
    </div>
  );
}

function Undone({ undone: { taken, stays } }: { undone: NonNullable<SiteImport['undone']> }) {
  const words = taken.map((each) => count(each.count, ...kindWords(each.kind)));
  return (
    <section aria-label="What was undone" className="mt-6 border-t border-line pt-4">
      <p>{words.length > 0 ? `Taken back: ${words.join(', ')}.` : 'There was nothing left to take back.'}</p>
      {stays.length > 0 && (
        <>
          <p className="mt-2 font-semibold">{phrase('stay', stays.length)}</p>
          <ul className="mt-1 max-h-72 overflow-auto text-sm" {...scrollable}>
            {stays.map(({ kind, name, why }) => (
              <li key={`${kind} ${name}`} className="py-0.5 wrap-anywhere">
                {kindWords(kind)[0]} “{name}”: {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
