import { EllipsisVertical, ListRestart, LoaderCircle, Play } from 'lucide-react';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Badge, type BadgeTone } from '#shared/ui/badge.tsx';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { type StepStatus, shownOutput, stepStatus } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { StepId, WorkflowStep } from '#shared/workflow/steps.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { stepsFrom } from '../runs/forecast.ts';
import { useAskBeforeSpending } from '../runs/use-forecast.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { FullPrompt } from '../templates/full-prompt.tsx';
import { PromptEditor } from '../templates/prompt-editor.tsx';
import { StepMeta } from './step-meta.tsx';
import { StepOutput } from './step-output.tsx';
import { stepRowId } from './step-row-id.ts';

type View = 'prompt' | 'full-prompt' | 'output';
const views: readonly { view: View; label: string; of: string }[] = [
  { view: 'prompt', label: 'Template', of: 'of' },
  { view: 'full-prompt', label: 'What is sent', of: 'for' },
  { view: 'output', label: 'Output', of: 'of' },
];

const tones: Record<StepStatus, BadgeTone> = { Completed: 'good', 'Processing...': 'accent', Pending: 'plain' };

/** One step: its number in the list, name and state, and below them the view that the owner has chosen. */
export function StepRow({ step, number }: { step: WorkflowStep; number: number }) {
  const { id } = step;
  const store = useRunStore();
  const status = useStore(store, (state) => stepStatus(state.run, id));
  const hasOutput = useStore(store, (state) => shownOutput(state.run, id) !== null);
  const isArriving = useStore(store, ({ run }) => isWriting(run, id));
  const hasCustomPrompt = useStore(store, (state) => state.customPrompts[id] !== undefined);
  const isOpen = useStore(store, (state) => state.isOpen);
  // Until the owner chooses a view, an arriving output is shown as it arrives.
  const [chosen, setChosen] = useState<View | 'none' | null>(null);
  const panelId = useId();
  const nameId = useId();
  const view = chosen ?? (isArriving ? 'output' : 'none');
  const promptButton = useRef<HTMLButtonElement>(null);
  const closeEditor = () => {
    setChosen('none');
    promptButton.current?.focus();
  };

  return (
    <li
      id={stepRowId(id)}
      aria-labelledby={nameId}
      className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 gap-y-2 px-3 py-3 sm:px-4 lg:grid-cols-[2rem_minmax(0,1fr)_auto]"
    >
      <NumberBadge number={number} status={status} />
      <div className="min-w-0">
        <div className="flex min-h-8 items-center gap-2">
          <div className="min-w-0 flex-1">
            <StepName step={step} number={number} id={nameId} />
          </div>
          <Badge tone={tones[status]}>
            {status === 'Processing...' && (
              <LoaderCircle aria-hidden className="animate-spin motion-reduce:animate-none" />
            )}
            {status}
          </Badge>
        </div>
        <StepMeta step={step} hasCustomPrompt={hasCustomPrompt} />
      </div>
      <div className="flex flex-wrap items-center self-start gap-0.5 max-sm:col-span-2 sm:col-start-2 sm:gap-1.5 lg:col-start-auto">
        <RunButton step={id} number={number} />
        {views.map(({ view: each, label, of }) => (
          <ViewButton
            key={each}
            ref={each === 'prompt' ? promptButton : null}
            isOpen={view === each}
            isDisabled={!isOpen || (each === 'output' && !hasOutput)}
            panelId={panelId}
            place={`${of} step ${number}`}
            onClick={() => setChosen(view === each ? 'none' : each)}
          >
            {label}
          </ViewButton>
        ))}
        <MoreButton step={id} number={number} />
      </div>
      <div
        id={panelId}
        className={view === 'none' ? 'hidden' : 'min-w-0 max-sm:col-span-2 sm:col-start-2 lg:col-end-4'}
      >
        {view === 'prompt' && <PromptEditor step={id} number={number} onClose={closeEditor} />}
        {view === 'full-prompt' && <FullPrompt step={id} number={number} />}
        {view === 'output' && <StepOutput step={id} number={number} />}
      </div>
    </li>
  );
}

/** Whether the output of a step is arriving; false for an attempt that has written nothing yet. */
function isWriting(run: Run, step: StepId): boolean {
  const shown = shownOutput(run, step);
  return shown !== null && !shown.isEarlier && stepStatus(run, step) === 'Processing...';
}

function NumberBadge({ number, status }: { number: number; status: StepStatus }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-8 place-items-center rounded-full border font-serif text-base font-medium tabular-nums',
        status === 'Pending' && 'border-line-strong text-muted',
        status === 'Processing...' && 'border-accent bg-accent-soft text-accent',
        status === 'Completed' && 'border-transparent bg-success text-paper',
      )}
    >
      {number}
    </span>
  );
}

const MAX_NAME = 80;

/**
 * The name of a step, which is edited in place: Enter keeps the new name, Escape discards it, and a blank name restores
 * the step's own title.
 */
function StepName({ step, number, id }: { step: WorkflowStep; number: number; id: string }) {
  const store = useRunStore();
  const name = useStore(store, (state) => state.stepNames[step.id] ?? step.title);
  const [typed, setTyped] = useState<string | null>(null);
  const keep = () => {
    if (typed !== null && typed.trim() !== name) store.actions.renameStep(step.id, typed.trim());
    setTyped(null);
  };
  return (
    <input
      id={id}
      aria-label={`Name of step ${number}`}
      maxLength={MAX_NAME}
      value={typed ?? name}
      title="Rename"
      className="-ms-1.5 block w-full min-w-0 truncate rounded-sm border border-transparent bg-transparent px-1.5 py-0.5 font-serif text-lg leading-snug font-medium hover:border-line-strong focus:border-line-strong focus:bg-paper pointer-coarse:min-h-11"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null);
        if (event.key === 'Enter') keep();
      }}
    />
  );
}

interface ViewButtonProps {
  ref: Ref<HTMLButtonElement>;
  isOpen: boolean;
  isDisabled: boolean;
  panelId: string;
  /** "of step 3", for a screen reader. */
  place: string;
  onClick: () => void;
  children: ReactNode;
}

function ViewButton({ ref, isOpen, isDisabled, panelId, place, onClick, children }: ViewButtonProps) {
  return (
    <Button
      ref={ref}
      size="sm"
      variant={isOpen ? 'quiet' : 'plain'}
      aria-expanded={isOpen}
      aria-controls={panelId}
      disabled={isDisabled}
      className={classNames('max-sm:px-1.5!', isOpen && 'bg-sunken!')}
      onClick={onClick}
    >
      {children}
      <span className="sr-only"> {place}</span>
    </Button>
  );
}

function useIsResting(): boolean {
  return useStore(
    useRunStore(),
    (state) => !state.isOpen || state.isWatching || state.isUnderWay || state.setup.kind === 'not-ready',
  );
}

interface StepButtonProps {
  step: StepId;
  number: number;
}

function RunButton({ step, number }: StepButtonProps) {
  const store = useRunStore();
  const isResting = useIsResting();
  const mayBeSpent = useAskBeforeSpending();
  return (
    <OfferingButton
      command={`Run Step ${number}`}
      words={['ask', 'ai']}
      size="sm"
      disabled={isResting}
      onClick={async () => {
        if (await mayBeSpent([step])) store.actions.runStep(step);
      }}
    >
      <Play aria-hidden className="size-3.5! fill-current max-sm:hidden" />
      Run
      <span className="sr-only"> step {number}</span>
    </OfferingButton>
  );
}

function MoreButton({ step, number }: StepButtonProps) {
  const store = useRunStore();
  const last = useStore(store, ({ run }) => run.chain.length);
  const isResting = useIsResting();
  const mayBeSpent = useAskBeforeSpending();
  return (
    <Menu
      trigger={
        <IconButton size="sm" label={`More for step ${number}`} className="size-8">
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
    >
      <MenuItem
        disabled={isResting}
        onSelect={async () => {
          if (await mayBeSpent(stepsFrom(store.getState().run.chain, step))) store.actions.runFrom(step);
        }}
      >
        <ListRestart aria-hidden />
        {number === last ? 'Re-run this step' : 'Re-run from here'}
      </MenuItem>
    </Menu>
  );
}
