import { useRef } from 'react';
import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import { Button } from '#shared/ui/button.tsx';
import type { EditMark } from '../suggester-states.ts';
import type { PartProps } from './part-props.ts';

interface EditListProps extends PartProps {
  marks: readonly EditMark[];
  kind: SuggestionKind;
}

const NOTHING: Partial<Record<SuggestionKind, string>> = {
  proofread: 'Nothing to correct was found.',
  links: 'No place for a link was found.',
};
const BECAME: Record<Exclude<EditMark['is'], 'open'>, string> = {
  taken: 'Taken',
  left: 'Left',
  changed: 'The text has changed since; it stands there no more.',
};

/** Single edits, each to be accepted or rejected. */
export function EditList({ suggester, edits, isReadOnly, marks, kind }: EditListProps) {
  const list = useRef<HTMLUListElement>(null);
  const open = marks.flatMap(({ is }, index) => (is === 'open' ? [index] : []));
  /** Moves the focus to the next edit, because the button that had the focus is gone. */
  const goOn = (index: number) => {
    const next = list.current?.querySelectorAll<HTMLElement>('[data-edit]')[index];
    next?.focus();
  };
  if (marks.length === 0) return <p className="text-sm">{NOTHING[kind] ?? 'Nothing to change was found.'}</p>;
  const takeAll = () => {
    for (const index of open) suggester.takeEdit(index);
  };
  return (
    <>
      {open.length > 1 && (
        <div>
          <Button size="sm" disabled={isReadOnly} onClick={takeAll}>
            {`Take all ${open.length}`}
          </Button>
        </div>
      )}
      <ul ref={list} className="grid gap-3">
        {marks.map(({ quote, replacement, why, is }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer's edits stay in their order, and two may be alike.
            key={index}
            data-edit
            tabIndex={-1}
            className="rounded-md border border-line bg-paper p-3 text-sm"
          >
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              <del className="bg-danger/10 text-danger">{quote.trim()}</del>{' '}
              <ins className="bg-success/10 text-success">
                {replacement.trim() === '' ? 'nothing' : replacement.trim()}
              </ins>
            </p>
            {why !== '' && <p className="mt-1 text-xs text-muted">{why}</p>}
            {is === 'open' ? (
              <div className="mt-2 flex flex-wrap gap-2">
                <Button
                  size="sm"
                  {...(index === open[0] && { 'data-first-focus': true })}
                  disabled={isReadOnly}
                  onClick={() => {
                    suggester.takeEdit(index);
                    goOn(index + 1);
                  }}
                >
                  Take
                </Button>
                <Button
                  size="sm"
                  variant="plain"
                  onClick={() => {
                    suggester.leaveEdit(index);
                    goOn(index + 1);
                  }}
                >
                  Leave
                </Button>
                <Button size="sm" variant="plain" onClick={() => showIn(edits.current, quote)}>
                  Show
                </Button>
              </div>
            ) : (
              <p className="mt-2 text-xs font-semibold">{BECAME[is]}</p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function showIn(edits: EditListProps['edits']['current'], quote: string): void {
  const start = edits?.text().indexOf(quote) ?? -1;
  if (start >= 0) edits?.goTo({ start, end: start + quote.length });
}
