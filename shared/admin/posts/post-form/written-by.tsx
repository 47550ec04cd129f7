import { memo } from 'react';
import { nameOfSource, sharesOf, type WordsSource } from '#shared/kernel/provenance.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { dateAndTime } from '../../dates.ts';
import { type FormProps, showsOnly } from './form-props.ts';
import { FormSection } from './form-section.tsx';

/** The authors of the text's words, as far as models wrote them; nothing when no model did. */
export const WrittenBy = memo(
  function WrittenBy({ values: { content, provenance } }: FormProps) {
    if (provenance.ranges.length === 0) return null;
    const { total, shares } = sharesOf(content, provenance);
    if (shares.length === 0) return null;
    const percents = shares.map(({ characters }) => percentOf(characters, total));
    const own = 100 - percents.reduce((sum, each) => sum + each, 0);
    return (
      <FormSection title="Written by">
        <div className="grid gap-3 text-sm">
          <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-line-strong">
            <span className="bg-accent" style={{ width: `${own}%` }} />
          </div>
          <ul className="grid gap-2">
            <li className="flex justify-between gap-3">
              <span>You</span>
              <span className="text-muted">{own} %</span>
            </li>
            {shares.map(({ source }, index) => (
              <Share key={nameOfSource(source)} source={source} percent={percents[index] ?? 0} />
            ))}
          </ul>
          <p className="text-xs text-muted">
            Beside the text a line marks what a model wrote. It stays on those words, whatever is typed around them.
          </p>
        </div>
      </FormSection>
    );
  },
  showsOnly('content', 'provenance'),
);

function Share({ source, percent }: { source: WordsSource; percent: number }) {
  return (
    <li className="flex justify-between gap-3">
      <span className="min-w-0">
        <span className="block wrap-anywhere">{source.model ?? 'A model'}</span>
        <span className="block text-xs text-muted">{taskOf(source)}</span>
      </span>
      <span className="shrink-0 text-muted">{percent} %</span>
    </li>
  );
}

/** "Draft Posts, prompt version 3 · 24 Nov 2026, 10:31". */
function taskOf({ step, promptVersion, help, at }: WordsSource): string {
  const title = WORKFLOW_STEPS.find(({ id }) => id === step)?.title ?? step;
  const task = help ?? title ?? 'A run of the prompts';
  const prompt = promptVersion === 0 ? '' : `, prompt version ${promptVersion}`;
  return task + prompt + (at === null ? '' : ` · ${dateAndTime(at)}`);
}

/** Returns a share in whole per cent, at least 1 for any part; the owner's words get the rest. */
function percentOf(part: number, whole: number): number {
  return part === whole ? 100 : Math.max(1, Math.floor((part / whole) * 100));
}
