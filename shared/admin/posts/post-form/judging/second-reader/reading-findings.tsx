import type { ReadingFinding } from '#shared/contract/second-readings.ts';
import { quotedWhere, READING_KINDS } from './reading-words.ts';

interface ReadingFindingsProps {
  findings: readonly ReadingFinding[];
  goTo: (place: { start: number; end: number }) => void;
}

/** The findings of a second reader. All of them are words of a model: they are shown as text, and never rendered. */
export function ReadingFindings({ findings, goTo }: ReadingFindingsProps) {
  if (findings.length === 0) return <p>Nothing that an editor would not let pass.</p>;
  return (
    <ul className="grid gap-3">
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found twice.
        <li key={index} className="grid gap-0.5 wrap-anywhere">
          <p>
            <span className="font-semibold">{READING_KINDS[finding.kind]}: </span>
            {finding.says}
          </p>
          {finding.advice !== '' && <p className="text-muted">{finding.advice}</p>}
          <Quote finding={finding} goTo={goTo} />
        </li>
      ))}
    </ul>
  );
}

/** The number of characters of a quotation that are shown; the rest is at its place in the text. */
const SHOWN = 120;

function Quote({ finding, goTo }: Pick<ReadingFindingsProps, 'goTo'> & { finding: ReadingFinding }) {
  const { quote, place } = finding;
  if (quote === '') return null;
  const words = `“${quote.length > SHOWN ? `${quote.slice(0, SHOWN).trimEnd()}…` : quote}”`;
  const where = quotedWhere(finding);
  if (place === null) {
    return (
      <p className="text-xs text-muted">
        {where} {words}
      </p>
    );
  }
  return (
    <button
      type="button"
      className="cursor-pointer text-left text-xs text-muted underline decoration-line underline-offset-2 hover:decoration-current pointer-coarse:min-h-11"
      onClick={() => goTo(place)}
    >
      {words}
    </button>
  );
}
