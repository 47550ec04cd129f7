import { memo } from 'react';
import { sharesOf, type WordsShare, type WordsSource } from '#shared/kernel/provenance.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { dateAndTime } from '../../dates.ts';
import { type FormProps, showsOnly } from './form-props.ts';
import { FormSection } from './form-section.tsx';

/** Whose words the text is made of, as far as models wrote it; nothing where none did. */
export const WrittenBy = memo(
  function WrittenBy({ values: { content, provenance } }: FormProps) {
    const { total, shares } = sharesOf(content, provenance);
    if (shares.length === 0) return null;
    const ofModels = shares.reduce((sum, { characters }) => sum + characters, 0);
    return (
      <FormSection title="Written by">
        <div className="grid gap-3 text-sm">
          <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-sunken">
            <span className="bg-accent" style={{ width: percent(total - ofModels, total) }} />
            <span className="border-s border-surface bg-line-strong" style={{ width: percent(ofModels, total) }} />
          </div>
          <ul className="grid gap-2">
            <li className="flex justify-between gap-3">
              <span>You</span>
              <span className="text-muted">{percent(total - ofModels, total)}</span>
            </li>
            {shares.map((share) => (
              <Share key={JSON.stringify(share.source)} share={share} total={total} />
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

function Share({ share: { source, characters }, total }: { share: WordsShare; total: number }) {
  return (
    <li className="flex justify-between gap-3">
      <span className="min-w-0">
        <span className="block wrap-anywhere">{source.model ?? 'A model'}</span>
        <span className="block text-xs text-muted">{taskOf(source)}</span>
      </span>
      <span className="shrink-0 text-muted">{percent(characters, total)}</span>
    </li>
  );
}

/** "Draft Posts, prompt version 3 · 24 Nov 2026, 10:31". */
function taskOf({ step, promptVersion, help, at }: WordsSource): string {
  const title = WORKFLOW_STEPS.find(({ id }) => id === step)?.title ?? step;
  const task = help ?? title ?? 'A run of the prompts';
  const prompt = promptVersion === null ? '' : `, prompt version ${promptVersion}`;
  return task + prompt + (at === null ? '' : ` · ${dateAndTime(at)}`);
}

/** At least 1 % of what is there, and never all of it while a word is someone else's. */
function percent(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0 %';
  if (part >= whole) return '100 %';
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))} %`;
}
