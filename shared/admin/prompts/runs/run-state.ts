import type { estimatePrompt, getAiUsage, testAiLimits } from '#shared/contract/ai.ts';
import type { AiBatch } from '#shared/contract/ai-batches.ts';
import type { getAiFigures } from '#shared/contract/ai-figures.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { PromptTemplate } from '#shared/contract/prompts.ts';
import type { ChainForm } from '#shared/workflow/chain-form.ts';
import { newRun } from '#shared/workflow/run.ts';
import type { OutdatedCause } from '#shared/workflow/run-sources.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { StepTimes } from '#shared/workflow/run-time.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import type { CodexViews } from '../codex/codex-store.ts';
import type { DraftCard } from '../drafts/draft-store.ts';
import type { Replay } from '../replays/replay-document.ts';
import type { UnsavedTexts } from '../templates/unsaved-prompts.ts';
import type { RunSummary } from './run-list.ts';
import type { SavedInputs } from './saved-inputs.ts';

/** What a step's prompt would take, before anything is spent. */
export interface StepEstimate extends AnswerOf<typeof estimatePrompt> {
  /** Part of the model's context that prompt and answer may fill together: 0 to 1, above 1 where it does not fit. */
  readonly share: number;
}

export type EstimateState =
  | { readonly kind: 'counting' }
  | { readonly kind: 'counted'; readonly estimate: StepEstimate }
  | { readonly kind: 'failed'; readonly message: string };

/** Whether AI can be asked at all. `not-ready` has the server's words, which say what to set. */
export type AiSetup =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'not-ready'; readonly message: string };

export type LimitsTest =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly answer: AnswerOf<typeof testAiLimits> };

/** A post that a run, or Publish on the card of a draft, has published: it can be taken back for ten seconds. */
export interface PublishedPost {
  readonly postId: number;
  readonly version: number;
  readonly title: string;
  /** When the offer ends, milliseconds since 1970. */
  readonly until: number;
}

/** Everything the Chained Prompts tab shows. The same parts stay the same objects until they change. */
export interface RunStoreState {
  /** False until the run is loaded from this computer; actions wait for it. */
  readonly isOpen: boolean;
  /** The engine's run: `progressOf`, `stepStatus`, `shownOutput`, `elapsedMs` and the rest of the workflow read it. */
  readonly run: Run;
  /** A step was asked for, is about to be, or comes next by itself: Run All Steps reads Stop Auto-Run. */
  readonly isUnderWay: boolean;
  /** Another tab, or another device, drives the run: everything that changes it rests here but `takeOver`. */
  readonly isWatching: boolean;
  /** It is another device. This one may show another run meanwhile. */
  readonly isOnOtherDevice: boolean;
  /** Why this computer's disk does not take the run, in its own words; null while it does. The run waits until then. */
  readonly diskFault: string | null;
  /** What the inputs say now; a run takes them when a step is begun. */
  readonly form: ChainForm;
  /** The owner's names of the steps; a step without one has its own title. */
  readonly stepNames: Readonly<Record<StepId, string>>;
  /** "Publish automatically when all steps finish". */
  readonly isAutoPublish: boolean;
  /** The server's prompts; null until they are there. */
  readonly templates: readonly PromptTemplate[] | null;
  /** The owner's own prompts, which go before the templates. */
  readonly customPrompts: Readonly<Record<StepId, string>>;
  /** What stands in prompt editors and was neither saved nor given up; there again after a reload. */
  readonly unsavedPrompts: UnsavedTexts;
  /** Newest first, within one answer in the order they were written. */
  readonly drafts: readonly DraftCard[];
  /** What was set down of categories, as far as this computer has it. */
  readonly codices: CodexViews;
  /** Inputs that were saved by name. */
  readonly savedInputs: readonly SavedInputs[];
  /** Steps whose input is no longer what they were sent, each with the reason. In their order. */
  readonly outdated: Readonly<Record<StepId, OutdatedCause>>;
  /** Past runs and this one, newest first; null until `loadRuns`. */
  readonly runs: readonly RunSummary[] | null;
  /** What steps took in past runs, for `timeLeft`. */
  readonly history: StepTimes;
  readonly estimates: Readonly<Record<StepId, EstimateState>>;
  /** This month's calls on the server; null until `refresh`. */
  readonly month: AnswerOf<typeof getAiUsage> | null;
  /** What the server has booked for this run, failed attempts included; null until asked for. */
  readonly booked: AnswerOf<typeof getAiUsage> | null;
  /** What calls took by day, model and step, and what each step usually takes; null until `refresh`. */
  readonly figures: AnswerOf<typeof getAiFigures> | null;
  readonly setup: AiSetup;
  readonly limitsTest: LimitsTest;
  /** Outputs are being read for drafts. */
  readonly isParsing: boolean;
  /** How often a run was asked for whose inputs lack a field. */
  readonly timesIncomplete: number;
  readonly published: PublishedPost | null;
  /** When a provider that is busy is asked again, milliseconds since 1970; null while none is waited for. */
  readonly busyUntil: number | null;
  /** Prompts tried on past runs, newest first. Loaded with `loadReplays`. */
  readonly replays: readonly Replay[];
  /** On how many past runs a step could be tried, as far as one was counted with `countTriable`. */
  readonly triable: Readonly<Record<StepId, number>>;
  /** The ids of those that this window is buying. */
  readonly replaying: readonly string[];
  /** What this device calls itself; null before it has driven anything. */
  readonly device: string | null;
  /** The batches that have not come to their end, as far as this device follows them, newest first. */
  readonly openBatches: readonly AiBatch[];
}

/** What is shown until the run is loaded. */
export function openingState(form: ChainForm, steps: StepList): RunStoreState {
  return {
    isOpen: false,
    run: newRun('opening', form, steps),
    isUnderWay: false,
    isWatching: false,
    isOnOtherDevice: false,
    diskFault: null,
    form,
    stepNames: {},
    isAutoPublish: true,
    templates: null,
    customPrompts: {},
    unsavedPrompts: {},
    drafts: [],
    codices: {},
    savedInputs: [],
    outdated: {},
    runs: null,
    history: {},
    estimates: {},
    month: null,
    booked: null,
    figures: null,
    setup: { kind: 'unknown' },
    limitsTest: { kind: 'idle' },
    isParsing: false,
    timesIncomplete: 0,
    published: null,
    busyUntil: null,
    replays: [],
    triable: {},
    replaying: [],
    device: null,
    openBatches: [],
  };
}
