import { useEffect, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import type { StepId } from '#shared/workflow/steps.ts';
import { costText } from '../../cost-text.ts';
import { dateAndTime } from '../../dates.ts';
import { VersionChoice } from '../../posts/index.ts';
import { leftThisMonth } from '../runs/forecast.ts';
import { useAskBeforeSpending, useForecast } from '../runs/use-forecast.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import type { Replay } from './replay-document.ts';
import { ReplayView } from './replay-view.tsx';

interface ReplayLabProps {
  step: StepId;
  text: string;
  isRefused: boolean;
  onClose: () => void;
}

/**
 * The window that buys replays of a step and shows the existing ones: the outputs side by side, and which was better.
 */
export function ReplayLab({ step, text, isRefused, onClose }: ReplayLabProps) {
  const store = useRunStore();
  const all = useStore(store, (state) => state.replays);
  const replays = useMemo(() => all.filter((replay) => replay.step === step), [all, step]);
  const [chosen, setChosen] = useState<string | null>(null);
  const group = useId();
  const replay = replays.find(({ id }) => id === chosen) ?? replays[0];
  useEffect(() => void store.actions.loadReplays(), [store]);
  return (
    <div className="grid gap-5">
      <NewReplay step={step} text={text} isRefused={isRefused} onBegun={() => setChosen(null)} />
      {replay ? (
        <div className="grid items-start gap-4 md:grid-cols-[14rem_minmax(0,1fr)]">
          <ul aria-label="Replays" className="grid min-w-0 gap-1 max-md:max-h-56 max-md:overflow-y-auto">
            {replays.map((each) => (
              <li key={each.id}>
                <VersionChoice
                  group={group}
                  isChosen={each.id === replay.id}
                  onChoose={() => setChosen(each.id)}
                  title={each.template === text ? 'This prompt' : 'Another prompt'}
                  when={null}
                >
                  <span className="block text-xs text-muted">{dateAndTime(new Date(each.madeAt).toISOString())}</span>
                  <span className="block text-sm text-muted">{scoreText(each)}</span>
                </VersionChoice>
              </li>
            ))}
          </ul>
          <ReplayView key={replay.id} replay={replay} text={text} onClose={onClose} />
        </div>
      ) : (
        <EmptyState title="Nothing tried yet">
          <p>Change the prompt in the editor, then try it here before you save it.</p>
        </EmptyState>
      )}
    </div>
  );
}

/** "New better in 2 of 3". */
function scoreText({ items }: Replay): string {
  const marked = items.filter(({ better }) => better !== null);
  const runs = items.length === 1 ? '1 run' : `${items.length} runs`;
  if (marked.length === 0) return `${runs}, not compared`;
  return `New better in ${marked.filter(({ better }) => better === 'new').length} of ${marked.length}`;
}

interface NewReplayProps extends Pick<ReplayLabProps, 'step' | 'text' | 'isRefused'> {
  onBegun: () => void;
}

function NewReplay({ step, text, isRefused, onBegun }: NewReplayProps) {
  const store = useRunStore();
  const [wanted, setWanted] = useState(3);
  // Until the runs are counted, and when there is none, one run is offered.
  const most = useStore(store, (state) => state.triable[step]) || 1;
  const count = Math.min(wanted, most);
  useEffect(() => void store.actions.countTriable(step), [store, step]);
  const isAtWork = useStore(store, (state) => state.replaying.length > 0);
  const isNotReady = useStore(store, (state) => state.setup.kind === 'not-ready');
  const month = useStore(store, (state) => state.month);
  const steps = useMemo(() => Array.from({ length: count }, () => step), [count, step]);
  const foreseen = useForecast(steps);
  const mayBeSpent = useAskBeforeSpending();
  const left = leftThisMonth(month);
  const begin = async () => {
    if (!(await mayBeSpent(steps))) return;
    onBegun();
    store.actions.startReplay(step, text, count);
  };
  return (
    <div className="flex flex-wrap items-end gap-3 rounded-md border border-line bg-paper p-3">
      <Field label="Runs">
        {(control) => (
          <Select
            {...control}
            value={count}
            className="w-24"
            onChange={({ target }) => setWanted(Number(target.value))}
          >
            {Array.from({ length: most }, (_, index) => index + 1).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="primary" disabled={isAtWork || isNotReady || isRefused || text.trim() === ''} onClick={begin}>
        {count === 1 ? 'Try on the last run' : `Try on the last ${count} runs`}
      </Button>
      <p role="status" className="min-h-10 content-center text-sm text-muted">
        {isAtWork
          ? 'Being written…'
          : foreseen?.costUsd != null &&
            `About ${costText(foreseen.costUsd)}${left === null ? '' : ` of ${costText(left)} left this month`}`}
      </p>
    </div>
  );
}
