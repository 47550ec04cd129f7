import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { countWords } from '#shared/content/read-time.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { scrollable } from '#shared/ui/scrollable.ts';
import { elapsedText } from '#shared/workflow/run-time.ts';
import { RenderedText } from '../../content-editor/index.ts';
import { costText, countText } from '../../cost-text.ts';
import { TextDifference } from '../../posts/index.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { type Better, isUnfinished, type Replay, type ReplayItem, type ReplayOutput } from './replay-document.ts';

interface ReplayViewProps {
  replay: Replay;
  /** The text in the prompt's editor. */
  text: string;
  onClose: () => void;
}

/** One replay: each run's own output beside the new one. */
export function ReplayView({ replay, text, onClose }: ReplayViewProps) {
  const store = useRunStore();
  const confirm = useConfirm();
  const { actions } = store;
  const { id, step, template, items } = replay;
  const isAtWork = useStore(store, (state) => state.replaying.includes(id));
  const isBusy = useStore(store, (state) => state.replaying.length > 0);
  const current = useStore(store, () => actions.promptOf(step) ?? '');
  const [areWords, setAreWords] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const hasRest = isUnfinished(replay) || items.some(({ fault }) => fault !== null);
  const use = async () => {
    setIsSaving(true);
    const isDone = await actions.savePrompt(step, template, noteOf(replay));
    setIsSaving(false);
    if (!isDone) return;
    if (template === text) actions.setUnsavedPrompt(step, null);
    onClose();
  };
  const remove = async () => {
    if (await confirm(deletesReplay)) actions.deleteReplay(id);
  };
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap gap-2">
        {template !== current && (
          <Button size="sm" variant="primary" disabled={isSaving} onClick={use}>
            Use this prompt
          </Button>
        )}
        {hasRest && !isAtWork && (
          <Button size="sm" disabled={isBusy} onClick={() => actions.continueReplay(id)}>
            Continue
          </Button>
        )}
        <Button size="sm" aria-pressed={areWords} onClick={() => setAreWords(!areWords)}>
          Words that differ
        </Button>
        <Button size="sm" variant="plain" className="ms-auto" disabled={isAtWork} onClick={remove}>
          Delete
        </Button>
      </div>
      {template !== text && (
        <details className="text-sm">
          <summary className="cursor-default font-semibold">How this prompt differs from the one in the editor</summary>
          <div className="mt-2">
            <TextDifference label="Prompt" before={text} after={template} isMono />
          </div>
        </details>
      )}
      <ul className="grid gap-6">
        {items.map((item) => (
          <li key={item.runId} className="min-w-0">
            <Comparison
              item={item}
              areWords={areWords}
              isAtWork={isAtWork}
              onMark={(better) => actions.markReplay(id, item.runId, better)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function noteOf({ items }: Replay): string {
  const marked = items.filter(({ better }) => better !== null);
  const won = marked.filter(({ better }) => better === 'new').length;
  return marked.length === 0 ? 'Tried on past runs' : `Better in ${won} of ${marked.length} replays`;
}

const deletesReplay = {
  title: 'Delete this replay?',
  description: 'What was written for it goes with it, and no longer counts for its prompts.',
  confirm: 'Delete',
  isDangerous: true,
};

interface ComparisonProps {
  item: ReplayItem;
  areWords: boolean;
  isAtWork: boolean;
  onMark: (better: Better | null) => void;
}

/** A run's own output beside the output of the new prompt. */
function Comparison({ item, areWords, isAtWork, onMark }: ComparisonProps) {
  const { market, old, fresh, fault, better } = item;
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 gap-3">
      <h3 id={headingId} className="line-clamp-2 font-semibold wrap-anywhere">
        {market || 'A run without a market'}
      </h3>
      {fault !== null && <p className="text-sm wrap-anywhere text-danger">{fault}</p>}
      {fresh === null && fault === null && (
        <p className="text-sm text-muted">{isAtWork ? 'Being written, or next…' : 'Not written yet.'}</p>
      )}
      {fresh && (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Output name="In the run" output={old} isBetter={better === 'old'} isShown={!areWords} />
            <Output name="New" output={fresh} isBetter={better === 'new'} isShown={!areWords} />
          </div>
          {areWords && <TextDifference label="Output" before={old.text} after={fresh.text} />}
          <Marks better={better} onMark={onMark} />
        </>
      )}
    </section>
  );
}

interface OutputProps {
  name: string;
  output: ReplayOutput;
  isBetter: boolean;
  isShown: boolean;
}

function Output({ name, output: { text, costUsd, ms }, isBetter, isShown }: OutputProps) {
  const facts = [
    `${countText(countWords(text))} words`,
    ...(ms >= 1000 ? [elapsedText(ms)] : []),
    ...(costUsd === null ? [] : [costText(costUsd)]),
  ];
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex min-h-7 flex-wrap items-center gap-x-3 text-sm text-muted">
        <span className="font-semibold text-ink">{name}</span>
        <span>{facts.join(' · ')}</span>
        {isBetter && <Badge tone="good">Better</Badge>}
      </p>
      {isShown && (
        <section
          aria-label={name}
          {...scrollable}
          className="max-h-96 min-w-0 overflow-x-hidden overflow-y-auto rounded-md border border-line bg-paper px-5 py-4"
        >
          <RenderedText text={text} />
        </section>
      )}
    </div>
  );
}

const marks: readonly { better: Better; label: string }[] = [
  { better: 'old', label: 'The run’s' },
  { better: 'new', label: 'The new one' },
  { better: 'same', label: 'No difference' },
];

function Marks({ better, onMark }: Pick<ComparisonProps, 'onMark'> & { better: Better | null }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="float-start me-2 text-sm font-semibold">Which is better?</legend>
      {marks.map(({ better: each, label }) => (
        <Button
          key={each}
          size="sm"
          aria-pressed={better === each}
          className={better === each ? 'bg-accent-soft!' : ''}
          onClick={() => onMark(better === each ? null : each)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
