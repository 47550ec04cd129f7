import { CircleAlert, LoaderCircle, Square } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { buttonClass, IconButton } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { progressOf, runNote } from '#shared/workflow/run-progress.ts';
import type { Run, RunState } from '#shared/workflow/run-states.ts';
import { stepNumber } from '#shared/workflow/steps.ts';
import type { RunStoreState } from './run-state.ts';
import { useRunStore } from './use-run-store.ts';

/**
 * The run's sign in the header of every tab: the step that is under way or has failed, the progress, and a button to
 * stop the run.
 */
export function RunSign() {
  const store = useRunStore();
  const kind = useStore(store, ({ run }) => kindOf(run.state));
  const note = useStore(store, ({ run }) => runNote(run));
  const short = useStore(store, ({ run }) => shortNote(run));
  const place = useStore(store, elsewhereOf);
  const progress = useStore(store, ({ run }) => progressOf(run).percent);
  const canStop = useStore(store, canBeStopped);
  const sign = kind === null || note === null ? null : { kind, text: note + place };
  return (
    <>
      {/* Announced when it changes: an owner who writes a post does not see the header. */}
      <span role="status" className="sr-only">
        {sign?.kind === 'halted' ? `Chained prompts: ${sign.text}` : ''}
      </span>
      {sign && (
        <span className="flex min-w-0 items-center">
          <Link
            to="/admin"
            state={{ tab: 'chained-prompts' }}
            aria-label={`Chained prompts: ${sign.text}`}
            className={classNames(
              buttonClass('plain'),
              'relative min-w-0 px-2.5! text-sm',
              sign.kind === 'halted' && 'text-danger!',
            )}
          >
            {sign.kind === 'halted' ? (
              <CircleAlert aria-hidden />
            ) : (
              <LoaderCircle aria-hidden className="motion-safe:animate-spin" />
            )}
            <span className="truncate max-lg:hidden">{sign.text}</span>
            <span className="lg:hidden">{short}</span>
            <span aria-hidden className="absolute inset-x-2.5 bottom-0.5 h-0.5 overflow-hidden rounded-full bg-line">
              <span className="block h-full bg-accent" style={{ width: `${progress}%` }} />
            </span>
          </Link>
          {canStop && (
            <IconButton label="Stop the workflow" onClick={() => store.actions.stop()}>
              <Square aria-hidden className="fill-current" />
            </IconButton>
          )}
        </span>
      )}
    </>
  );
}

/** Returns "3/9", for a header without room for more. */
function shortNote({ state, chain }: Run): string {
  const now = state.kind === 'watching' ? state.of : state;
  return 'step' in now && now.step !== null ? `${stepNumber(chain, now.step)}/${chain.length}` : '';
}

/**
 * Whether the run can be stopped here: from any window of the device that drives it. A run of a batch, or of another
 * device, is stopped there.
 */
function canBeStopped(state: RunStoreState): boolean {
  if (!state.isUnderWay) return false;
  return !state.isWatching || (!state.isOnOtherDevice && batchOf(state) === undefined);
}

function batchOf({ openBatches, run }: RunStoreState) {
  return openBatches.find(({ id }) => run.id.startsWith(`${id}-`));
}

/** Returns the place where the run is driven, if it is not this window. */
function elsewhereOf(state: RunStoreState): string {
  const { isWatching, isOnOtherDevice, device } = state;
  if (!isWatching) return '';
  const batch = batchOf(state);
  if (batch?.device === null) return ', in a batch on the server';
  if (batch !== undefined && batch.device.id === device) return ', in a batch here';
  return isOnOtherDevice ? ', on another device' : ', elsewhere on this computer';
}

/** Returns the kind of sign; null for a run that has not begun, was stopped by its owner or is done. */
function kindOf(state: RunState): 'moving' | 'halted' | null {
  switch (state.kind) {
    case 'watching':
      return kindOf(state.of);
    case 'running':
    case 'waiting':
      return 'moving';
    case 'offline':
    case 'signed-out':
    case 'failed':
      return 'halted';
    default:
      return null;
  }
}
