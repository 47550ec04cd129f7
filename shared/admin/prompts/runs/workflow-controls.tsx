import { FileText, Play, RotateCcw, Square } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useStore } from 'zustand';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { stickyTop } from '#shared/ui/sticky-bar.ts';
import { Switch } from '#shared/ui/switch.tsx';
import { countOf } from '#shared/workflow/messages.ts';
import { isFinished, outputOf } from '#shared/workflow/run.ts';
import { type StepList, stepNumber, stepWithRole } from '#shared/workflow/steps.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { forecastText, stepsToRun } from './forecast.ts';
import { ProgressBar } from './progress-bar.tsx';
import { useAskBeforeSpending, useForecast } from './use-forecast.ts';
import { useRunStore } from './use-run-store.ts';

/** Starts and stops the whole run and shows its progress; stays in sight while the steps scroll under it. */
export function WorkflowControls() {
  const store = useRunStore();
  const confirm = useConfirm();
  const isUnderWay = useStore(store, (state) => state.isUnderWay);
  const isResting = useStore(store, (state) => state.isWatching || !state.isOpen);
  const isNotReady = useStore(store, (state) => state.setup.kind === 'not-ready');
  const isDone = useStore(store, (state) => isFinished(state.run));
  const chain = useStore(store, ({ run }) => run.chain);
  const writing = stepWithRole(chain, 'writesDrafts')?.id;
  const canParse = useStore(store, ({ run }) => writing !== undefined && outputOf(run, writing) !== null);
  const isParsing = useStore(store, (state) => state.isParsing);
  const { actions } = store;
  const parseHelpId = useId();
  const mayBeSpent = useAskBeforeSpending();
  const runAll = async () => {
    if (isDone && !(await confirm(beginsAnew(chain)))) return;
    if (await mayBeSpent(stepsToRun(store.getState().run))) actions.runAll();
  };
  const reset = async () => {
    if (!isUnderWay || (await confirm(stopsTheRun))) actions.reset();
  };
  return (
    <section
      ref={stickyTop}
      aria-label="Run"
      className="z-10 rounded-md border border-line bg-surface p-4 md:sticky md:top-0 md:shadow-lg md:shadow-paper"
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {isUnderWay ? (
          <OfferingButton command="Stop Auto-Run" variant="danger" disabled={isResting} onClick={actions.stop}>
            <Square aria-hidden className="fill-current" />
            Stop Auto-Run
          </OfferingButton>
        ) : (
          <OfferingButton
            command="Run All Steps"
            words={['start', 'ai', 'workflow']}
            variant="primary"
            disabled={isResting || isNotReady}
            onClick={runAll}
          >
            <Play aria-hidden className="fill-current" />
            Run All Steps
          </OfferingButton>
        )}
        <OfferingButton command="Reset the Run" words={['new run', 'begin anew']} disabled={isResting} onClick={reset}>
          <RotateCcw aria-hidden />
          Reset
        </OfferingButton>
        {canParse && writing !== undefined && (
          <OfferingButton
            command={`Parse Step ${stepNumber(chain, writing)}`}
            words={['make drafts again']}
            aria-describedby={parseHelpId}
            disabled={isResting || isParsing}
            onClick={() => actions.parseWritten()}
          >
            <FileText aria-hidden />
            Parse Step {stepNumber(chain, writing)}
          </OfferingButton>
        )}
        {canParse && (
          <span id={parseHelpId} className="text-sm text-muted">
            Makes the drafts again
          </span>
        )}
        <AutoPublishSwitch isOff={isResting} />
      </div>
      <RunForecast />
      <ProgressBar />
    </section>
  );
}

function AutoPublishSwitch({ isOff }: { isOff: boolean }) {
  const store = useRunStore();
  const isAutoPublish = useStore(store, (state) => state.isAutoPublish);
  return (
    <div className="text-sm max-md:mt-1 max-md:w-full md:ms-auto md:max-w-[25rem]">
      <Switch
        label="Publish automatically when all steps finish"
        hint="The first draft goes live, featured, before you have read it. You can take it back for ten seconds."
        checked={isAutoPublish}
        disabled={isOff}
        onChange={store.actions.setAutoPublish}
      />
    </div>
  );
}

/** The forecast of Run All Steps, while the button can be pressed. */
function RunForecast() {
  const store = useRunStore();
  const run = useStore(store, (state) => state.run);
  const month = useStore(store, (state) => state.month);
  const isAsked = useStore(store, (state) => state.isOpen && !state.isUnderWay && !state.isWatching);
  const isMeasured = useStore(store, (state) => state.figures !== null);
  const steps = useMemo(() => stepsToRun(run), [run]);
  const foreseen = useForecast(steps);
  if (!isAsked || !isMeasured) return null;
  return (
    <p className="mb-2 text-sm text-muted">
      {foreseen ? forecastText(foreseen, month) : 'What a run costs is told here from the second one on.'}
    </p>
  );
}

const beginsAnew = (steps: StepList) => ({
  title: 'Begin a new run?',
  description: `All ${countOf(steps)} steps of this one are done. A new one pays for them again; this one stays in the list of past runs.`,
  confirm: 'Run All Steps',
});

const stopsTheRun = {
  title: 'Stop this run and begin a new one?',
  description: 'What it has written so far stays in the list of past runs.',
  confirm: 'Reset',
};
