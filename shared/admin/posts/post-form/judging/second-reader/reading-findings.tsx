import type { ReadingFinding } from '#shared/contract/second-readings.ts';
import { quotedWhere, READING_KINDS } from './reading-words.ts';

interface ReadingFindingsProps {
  findings: readonly ReadingFinding[];
  goTo: (place: { start: number; end: number }) => void;
}

/** What a second reader has found. All of it is words of a model: it is shown as text, and never rendered. */
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

/** Characters of a quotation that are shown; its place has the rest. */
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
