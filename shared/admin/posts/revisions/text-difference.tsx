import { useMemo } from 'react';
import { classNames } from '#shared/ui/class-names.ts';
import { differenceOf, withoutDistant } from './difference.ts';

interface TextDifferenceProps {
  /** The label of the field. */
  label: string;
  before: string;
  after: string;
  /** Whether the text is shown in a font in which similar characters look different. */
  isMono?: boolean;
}

/**
 * The difference of two texts: removed parts are struck through, added parts underlined. Nothing when the texts are
 * equal.
 */
export function TextDifference({ label, before, after, isMono = false }: TextDifferenceProps) {
  // The position at which a part begins is its key.
  const parts = useMemo(() => {
    let at = 0;
    return withoutDistant(differenceOf(before, after)).map((part) => {
      at += part?.text.length ?? 1;
      return { at, part };
    });
  }, [before, after]);
  if (before === after) return null;
  return (
    <section aria-label={label}>
      <h4 className="mb-1 text-sm font-semibold">{label}</h4>
      <div
        className={classNames(
          'rounded-md border border-line bg-paper p-3 wrap-anywhere whitespace-pre-wrap',
          isMono ? 'font-mono text-sm' : 'text-base',
        )}
      >
        {parts.map(({ at, part }) => {
          if (part === null) {
            return (
              <span key={at} className="my-1 block text-xs text-muted">
                … unchanged …
              </span>
            );
          }
          if (part.kind === 'gone') {
            return (
              <del key={at} className="bg-danger/10 text-danger">
                {part.text}
              </del>
            );
          }
          if (part.kind === 'new') {
            return (
              <ins key={at} className="bg-success/10 text-success">
                {part.text}
              </ins>
            );
          }
          return <span key={at}>{part.text}</span>;
        })}
      </div>
    </section>
  );
}
