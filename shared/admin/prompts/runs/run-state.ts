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

/** The expected tokens and cost of a step's prompt, before anything is spent. */
export interface StepEstimate extends AnswerOf<typeof estimatePrompt> {
  /** The part of the model's context that prompt and answer may fill together: 0 to 1, above 1 when they do not fit. */
  readonly share: number;
}

export type EstimateState =
  | { readonly kind: 'counting' }
  | { readonly kind: 'counted'; readonly estimate: StepEstimate }
  | { readonly kind: 'failed'; readonly message: string };

/** Whether AI can be used. `not-ready` has the server's message, which says what must be set. */
export type AiSetup =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'not-ready'; readonly message: string };

export type LimitsTest =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly answer: AnswerOf<typeof testAiLimits> };

/**
 * A post that was published by a run, or by Publish on a draft's card: for ten seconds its publication can be undone.
 */
export interface PublishedPost {
  readonly postId: number;
  readonly version: number;
  readonly title: string;
  /** The end of the offer, in milliseconds since 1970. */
  readonly until: number;
}

/** Everything that the Chained Prompts tab shows. A part stays the same object until it changes. */
export interface RunStoreState {
  /** False until the run is loaded from this computer; actions wait until then. */
  readonly isOpen: boolean;
  /**
   * The engine's run: `progressOf`, `stepStatus`, `shownOutput`, `elapsedMs` and the other functions of the workflow
   * read it.
   */
  readonly run: Run;
  /** Whether a step is under way, is about to be, or comes next by itself: Run All Steps then reads Stop Auto-Run. */
  readonly isUnderWay: boolean;
  /**
   * Whether another tab or another device drives the run: then all actions that change the run are disabled, except
   * `takeOver`.
   */
  readonly isWatching: boolean;
  /** Whether another device drives the run. Meanwhile this device may show another run. */
  readonly isOnOtherDevice: boolean;
  /**
   * The reason, in the disk's own words, why this computer's disk does not accept the run; null while it does. The run
   * waits until the disk accepts it.
   */
  readonly diskFault: string | null;
  /** The current inputs; a run takes them when a step is begun. */
  readonly form: ChainForm;
  /** The owner's names of the steps; a step without such a name has its own title. */
  readonly stepNames: Readonly<Record<StepId, string>>;
  /** "Publish automatically when all steps finish". */
  readonly isAutoPublish: boolean;
  /** The server's prompts; null until they are loaded. */
  readonly templates: readonly PromptTemplate[] | null;
  /** The owner's own prompts, which take precedence over the templates. */
  readonly customPrompts: Readonly<Record<StepId, string>>;
  /** The texts in prompt editors that were neither saved nor discarded; they survive a reload. */
  readonly unsavedPrompts: UnsavedTexts;
  /** The drafts, newest first, within one answer in the order they were written. */
  readonly drafts: readonly DraftCard[];
  /** The codices of the categories, as far as this computer has them. */
  readonly codices: CodexViews;
  /** The inputs that were saved under a name. */
  readonly savedInputs: readonly SavedInputs[];
  /** The steps whose input differs from the input that was sent, in their order, each with the reason. */
  readonly outdated: Readonly<Record<StepId, OutdatedCause>>;
  /** Past runs and this one, newest first; null until `loadRuns`. */
  readonly runs: readonly RunSummary[] | null;
  /** The durations of the steps in past runs, for `timeLeft`. */
  readonly history: StepTimes;
  readonly estimates: Readonly<Record<StepId, EstimateState>>;
  /** This month's calls on the server; null until `refresh`. */
  readonly month: AnswerOf<typeof getAiUsage> | null;
  /** The amount that the server has booked for this run, failed attempts included; null until it is fetched. */
  readonly booked: AnswerOf<typeof getAiUsage> | null;
  /** The use of calls by day, model and step, and the usual use of each step; null until `refresh`. */
  readonly figures: AnswerOf<typeof getAiFigures> | null;
  readonly setup: AiSetup;
  readonly limitsTest: LimitsTest;
  /** Whether outputs are being parsed for drafts. */
  readonly isParsing: boolean;
  /** How often a run was requested while a needed field was blank. */
  readonly timesIncomplete: number;
  readonly published: PublishedPost | null;
  /** The time at which a busy provider is asked again, in milliseconds since 1970; null while nothing waits. */
  readonly busyUntil: number | null;
  /** The prompts tried on past runs, newest first; loaded with `loadReplays`. */
  readonly replays: readonly Replay[];
  /** The number of past runs on which a step could be tried, for the steps counted with `countTriable`. */
  readonly triable: Readonly<Record<StepId, number>>;
  /** The ids of the replays that this window is buying. */
  readonly replaying: readonly string[];
  /** This device's own name; null before the device has driven anything. */
  readonly device: string | null;
  /** The batches that have not ended, as far as this device follows them, newest first. */
  readonly openBatches: readonly AiBatch[];
}

/** Returns the state that is shown until the run is loaded. */
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
