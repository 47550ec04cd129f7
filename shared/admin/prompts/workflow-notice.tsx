import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { faultMessage } from '#shared/workflow/messages.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { useRunStore } from './run-host.ts';
import type { RunActions } from './run-store.ts';

/** What the owner should know of the run before anything else, with the way on. */
export function WorkflowNotice() {
  const store = useRunStore();
  const run = useStore(store, (state) => state.run);
  const isWatching = useStore(store, (state) => state.isWatching);
  const notKept = useStore(store, (state) => state.notKept);
  const setup = useStore(store, (state) => state.setup);
  const { actions } = store;
  const isElsewhere = useStore(store, (state) => state.isElsewhere);
  const state = isWatching ? watched(actions, isElsewhere ? 'device' : 'tab') : ofState(run, actions);
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {setup.kind === 'not-ready' && (
        <Notice title={setup.message} action={<Button onClick={() => actions.refresh()}>Check again</Button>} />
      )}
      {notKept !== null && <Notice title={notKept} />}
      {state}
    </div>
  );
}

function watched({ takeOver }: RunActions, where: 'device' | 'tab'): ReactNode {
  return (
    <Notice
      title={`Another ${where} runs this workflow. This one only watches.`}
      action={<Button onClick={takeOver}>Continue here</Button>}
    />
  );
}

function ofState({ state }: Run, actions: RunActions): ReactNode {
  switch (state.kind) {
    case 'offline':
      return (
        <Notice
          title={`No connection in step ${state.step}. The run goes on by itself when it is back; nothing is paid for twice.`}
          action={<Button onClick={actions.retryNow}>Try now</Button>}
        />
      );
    case 'signed-out':
      return <Notice title={`Please sign in again: step ${state.step} goes on as soon as you have.`} />;
    case 'interrupted':
      return (
        <Notice
          title={
            state.step === null
              ? 'All steps are done. The first draft was not opened yet.'
              : `The run was interrupted in step ${state.step}. What was written before is here.`
          }
          action={<Button onClick={actions.runAll}>Continue</Button>}
        />
      );
    case 'failed':
      return (
        <Notice
          isFault
          title={`Step ${state.step} failed. ${faultMessage(state.fault).description}`}
          action={<Button onClick={actions.runAll}>Try again</Button>}
        />
      );
    case 'stopped':
      return (
        <Notice
          title={
            state.step === null
              ? 'Stopped. Run All Steps goes on with the next step.'
              : `Stopped in step ${state.step}. Run All Steps goes on from there.`
          }
        />
      );
    case 'opening':
    case 'submitting':
      return <Notice title="All nine steps are done. The first draft opens in the post form." />;
    default:
      return null;
  }
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
