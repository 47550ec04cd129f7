import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { Still } from '#shared/ui/use-still.ts';
import { type ChainForm, isSameForm } from '#shared/workflow/chain-form.ts';
import { isOfSettings } from '#shared/workflow/faults.ts';
import { countOf, faultMessage, PAID_ONCE, unfillableText } from '#shared/workflow/messages.ts';
import { isFinished, nextStep, stepIds, stepRecord } from '#shared/workflow/run.ts';
import { unfillableSteps } from '#shared/workflow/run-engine.ts';
import type { OutdatedCause } from '#shared/workflow/run-sources.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { type StepId, stepNumber } from '#shared/workflow/steps.ts';
import { useSessionStore } from '../../auth/index.ts';
import { LIST_ADDRESS } from '../../posts/index.ts';
import { sectionState } from '../../settings-sections.ts';
import { rangeText, rerunText } from '../steps/outdated-text.ts';
import { stepRowId } from '../steps/step-row-id.ts';
import { stepsFrom } from './forecast.ts';
import type { RunActions } from './run-store.ts';
import { useAskBeforeSpending, useForecast } from './use-forecast.ts';
import { useRunStore } from './use-run-store.ts';

/** The most important facts about the run's state, each with the next action. */
export function WorkflowNotice() {
  const store = useRunStore();
  const run = useStore(store, (state) => state.run);
  const isWatching = useStore(store, (state) => state.isWatching);
  const diskFault = useStore(store, (state) => state.diskFault);
  const setup = useStore(store, (state) => state.setup);
  const isMixed = useStore(
    store,
    ({ form, run, isUnderWay, outdated }) =>
      !isUnderWay && Object.keys(outdated).length === 0 && isWrittenForOther(run, form),
  );
  const { actions } = store;
  const isUnderWay = useStore(store, (state) => state.isUnderWay);
  const isOnOtherDevice = useStore(store, (state) => state.isOnOtherDevice);
  const state = isWatching ? watched(actions, isOnOtherDevice) : ofState(run, actions);
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      <Still>
        {setup.kind === 'not-ready' && (
          <Notice
            title={setup.message}
            action={
              <span className="flex flex-wrap gap-2">
                <SettingsButton />
                <Button onClick={() => actions.refresh()}>Check again</Button>
              </span>
            }
          />
        )}
        {diskFault !== null && <Notice title={diskFault} />}
        {run.unknownSteps.length > 0 && <Notice title={unknownText(run.unknownSteps)} />}
        {state}
        {!isUnderWay && !isWatching && <UnfillablePrompts />}
        {isMixed && !isWatching && <Notice title={OTHER_INPUTS} />}
        {!isUnderWay && !isWatching && <OutdatedNotice />}
      </Still>
    </div>
  );
}

/** Stored prompts that name a value that their step cannot have: no run buys such a step, and the prompts are kept. */
function UnfillablePrompts() {
  const store = useRunStore();
  const chain = useStore(store, ({ run }) => run.chain);
  // Read so that the component is drawn anew when the prompts change.
  useStore(store, (state) => state.templates);
  useStore(store, (state) => state.customPrompts);
  const steps = unfillableSteps(
    store.getState().run,
    chain.map(({ id }) => id),
    store.actions,
  );
  const [first] = steps;
  if (!first) return null;
  return (
    <Notice
      isFault
      title={`Before a run: ${unfillableText(steps, chain)}`}
      action={<Button onClick={() => goToPrompt(first.step)}>Go to step {stepNumber(chain, first.step)}</Button>}
    />
  );
}

function goToPrompt(step: StepId): void {
  const row = document.getElementById(stepRowId(step));
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('[aria-controls][aria-expanded]')?.focus({ preventScroll: true });
}

const OTHER_INPUTS =
  'The inputs were changed after these steps were written. Run All Steps goes on with what they wrote; Reset begins a new run with the new inputs.';

/** For an owner who was writing when the session ended, and who was therefore not asked to sign in. */
function SignInButton() {
  const session = useSessionStore();
  return <Button onClick={() => session.setState({ isExpired: true })}>Sign in</Button>;
}

/**
 * Leads to the settings where the fault of the step can be mended; afterwards Run All Steps and Run continue with the
 * step.
 */
function SettingsButton() {
  const navigate = useNavigate();
  return <Button onClick={() => navigate(LIST_ADDRESS, { state: sectionState('AI') })}>Open AI settings</Button>;
}

/** Returns the notice for a run with steps of a newer program. */
function unknownText(steps: readonly StepId[]): string {
  const which = `${steps.length === 1 ? 'a step' : 'steps'} this version does not know (${steps.join(', ')})`;
  return `This run has ${which}. What they wrote is kept, and is there again in a newer version.`;
}

/** Whether the run has outputs on which later steps would build, although the inputs have changed. */
function isWrittenForOther(run: Run, form: ChainForm): boolean {
  const hasOutput = stepIds(run).some((step) => stepRecord(run, step).current !== null);
  return hasOutput && !isFinished(run) && !isSameForm(run.form, form);
}

/** The steps that were written from an input that has changed since then, with a button to run them again. */
function OutdatedNotice() {
  const store = useRunStore();
  const outdated = useStore(store, (state) => state.outdated);
  const chain = useStore(store, ({ run }) => run.chain);
  const canRun = useStore(store, (state) => state.setup.kind !== 'not-ready');
  const numbers = chain.flatMap(({ id }, index) => (outdated[id] ? [index + 1] : []));
  const [first, last] = [numbers[0], numbers.at(-1)];
  const from = first === undefined ? undefined : chain[first - 1]?.id;
  const cause = from === undefined ? undefined : outdated[from];
  const steps = useMemo(() => (from === undefined ? [] : stepsFrom(chain, from)), [chain, from]);
  const foreseen = useForecast(steps);
  const mayBeSpent = useAskBeforeSpending();
  if (first === undefined || last === undefined || from === undefined || cause === undefined) return null;
  const rerun = async () => {
    if (await mayBeSpent(steps)) store.actions.runFrom(from);
  };
  const which = first === last ? `step ${first} was` : `steps ${rangeText(first, last)} were`;
  return (
    <Notice
      title={`Out of date: ${which} ${reason(cause)}.`}
      action={
        <Button disabled={!canRun} onClick={rerun}>
          {rerunText(first, chain.length, foreseen?.costUsd ?? null)}
        </Button>
      }
    />
  );
}

function reason({ kind }: OutdatedCause): string {
  if (kind === 'inputs') return 'written from other inputs; Reset begins a new run with the new ones';
  if (kind === 'codex') return 'written by another codex';
  return kind === 'prompt' ? 'written from an older prompt' : 'written from older outputs';
}

function watched({ takeOver }: RunActions, isOnOtherDevice: boolean): ReactNode {
  const where = isOnOtherDevice ? 'on another device' : 'elsewhere on this computer';
  return (
    <Notice
      title={`This workflow runs ${where}. Here you only watch.`}
      action={<Button onClick={takeOver}>Continue here</Button>}
    />
  );
}

function ofState(run: Run, actions: RunActions): ReactNode {
  const { state } = run;
  const number = (step: StepId) => stepNumber(run.chain, step);
  switch (state.kind) {
    case 'offline':
      return (
        <Notice
          title={`No connection in step ${number(state.step)}. The run goes on by itself when it is back. ${PAID_ONCE}`}
          action={<Button onClick={actions.retryNow}>Try now</Button>}
        />
      );
    case 'signed-out':
      return (
        <Notice
          title={`Please sign in again: step ${number(state.step)} goes on as soon as you have.`}
          action={<SignInButton />}
        />
      );
    case 'interrupted':
      return (
        <Notice
          title={
            state.step === null
              ? 'All steps are done. The first draft was not opened yet.'
              : `The run was interrupted in step ${number(state.step)}. What was written before is here.`
          }
          action={<Button onClick={actions.runAll}>Continue</Button>}
        />
      );
    case 'failed':
      return (
        <Notice
          isFault
          title={`Step ${number(state.step)} failed. ${faultMessage(state.fault).description}`}
          action={
            isOfSettings(state.fault) ? (
              <SettingsButton />
            ) : (
              <Button onClick={() => tryAgain(run, actions)}>Try again</Button>
            )
          }
        />
      );
    case 'stopped':
      return <Notice title={stopText(run, state.step)} />;
    case 'opening':
    case 'submitting':
      return (
        <Notice
          title={`All ${countOf(run.chain)} steps are done. The first draft opens in the post form, unless you are writing.`}
        />
      );
    default:
      return null;
  }
}

/**
 * Runs the failed step again, and the steps that were to follow it; a step that was requested alone, or run anew, stays
 * alone.
 */
function tryAgain(run: Run, { runAll, runStep }: RunActions): void {
  if (run.state.kind !== 'failed') return;
  const { step, isAuto } = run.state;
  if (isAuto && nextStep(run) === step) runAll();
  else runStep(step);
}

function stopText(run: Run, step: StepId | null): string {
  if (step === null) return 'Stopped. Run All Steps goes on with the next step.';
  const number = stepNumber(run.chain, step);
  const next = nextStep(run);
  if (next === null || stepRecord(run, step).current !== null) {
    return `Stopped in step ${number}. Its earlier output still counts.`;
  }
  const goesOn = next === step ? 'from there' : `with step ${stepNumber(run.chain, next)}`;
  return `Stopped in step ${number}. Run All Steps goes on ${goesOn}.`;
}

interface NoticeProps {
  title: string;
  isFault?: boolean;
  action?: ReactNode;
}

function Notice({ title, isFault = false, action }: NoticeProps) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border bg-sunken py-2.5 ps-4 pe-2.5 ${isFault ? 'border-danger/50' : 'border-line-strong'}`}
    >
      <p className="min-h-10 min-w-0 flex-1 basis-60 content-center wrap-anywhere">{title}</p>
      {action}
    </div>
  );
}
