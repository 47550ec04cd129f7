import { OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import { FormSection } from '../form-section.tsx';
import type { KnownJudgement } from './use-judgement.ts';

interface BeforePublishingProps {
  judgement: KnownJudgement;
  /** Goes to a place in the text. */
  goTo: (place: { start: number; end: number }) => void;
  /** Goes to a field above the text. */
  goToField: (field: NonNullable<JudgeFinding['field']>) => void;
  /** The findings of a second reader; nothing when none may be asked. */
  secondReader?: ReactNode;
}

const UNKNOWN = {
  unknown: 'The text is looked at when typing pauses.',
  'too-long': 'So long a text is looked at when it is published.',
};

/** Shown for the checks that only the server can make. */
const WITHOUT_SERVER =
  'Without a connection: links within the site and other posts that say the same are not looked at.';

/**
 * In the side panel: the findings to look at before the post is published, red ones first (docs/rules.md, "Before
 * publishing").
 */
export function BeforePublishing({ judgement, goTo, goToField, secondReader }: BeforePublishingProps) {
  const findings = typeof judgement === 'string' ? [] : judgement.findings;
  return (
    <FormSection title="Before publishing">
      {typeof judgement !== 'string' && judgement.isOffline && (
        <p className="mb-2 text-sm text-muted">{WITHOUT_SERVER}</p>
      )}
      {findings.length === 0 ? (
        <p className="text-sm text-muted">
          {typeof judgement === 'string' ? UNKNOWN[judgement] : 'Nothing to look at.'}
        </p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {findings.map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found twice.
            <li key={`${finding.check} ${index}`} className="flex items-start gap-2">
              <FindingMark {...finding} />
              <FindingWords finding={finding} goTo={goTo} goToField={goToField} />
            </li>
          ))}
        </ul>
      )}
      {secondReader}
    </FormSection>
  );
}

function FindingMark({ level }: Pick<JudgeFinding, 'level'>) {
  return level === 'red' ? (
    <OctagonAlert role="img" aria-label="Asks before publishing" className="mt-0.5 size-4 shrink-0 text-danger" />
  ) : (
    <TriangleAlert role="img" aria-label="Note" className="mt-0.5 size-4 shrink-0 text-muted" />
  );
}

function FindingWords({
  finding: { says, place, field },
  goTo,
  goToField,
}: Pick<BeforePublishingProps, 'goTo' | 'goToField'> & { finding: JudgeFinding }) {
  const lead = place ? () => goTo(place) : field ? () => goToField(field) : null;
  if (lead === null) return <span className="min-w-0 wrap-anywhere">{says}</span>;
  return (
    <button
      type="button"
      className="min-w-0 cursor-pointer text-left wrap-anywhere underline decoration-line underline-offset-2 hover:decoration-current"
      onClick={lead}
    >
      {says}
    </button>
  );
}
