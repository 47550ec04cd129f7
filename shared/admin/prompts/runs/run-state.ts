import type { StoreApi } from 'zustand/vanilla';
import type { estimatePrompt, getAiUsage, testAiLimits } from '#shared/contract/ai.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { PromptTemplate } from '#shared/contract/prompts.ts';
import type { ChainForm } from '#shared/workflow/chain-form.ts';
import type { GeneratedDraft } from '#shared/workflow/drafts/generated-draft.ts';
import type { FilledPrompt } from '#shared/workflow/fill-prompt.ts';
import type { Message } from '#shared/workflow/messages.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { StepTimes } from '#shared/workflow/run-time.ts';
import type { StepId } from '#shared/workflow/steps.ts';
import type { Use } from './usage.ts';
import type { UnsavedTexts } from '../templates/unsaved-prompts.ts';

/** A run of the run list. */
export interface RunSummary {
  readonly id: string;
  readonly targetMarket: string;
  readonly productApp: string;
  /** Milliseconds since 1970; null where no step was ever begun. */
  readonly startedAt: number | null;
  readonly changedAt: number;
  /** Completed steps, of all there are. */
  readonly completed: number;
  readonly total: number;
  /** What its attempts took as far as their answers said; null where none did. */
  readonly use: Use | null;
  /** It is the one on the screen. */
  readonly isShown: boolean;
}

/** A draft of the list below the steps. */
export interface DraftCard {
  readonly draft: GeneratedDraft;
  /** The step that refines the best of the drafts wrote it. */
  readonly isRefined: boolean;
  /** What is being done to it; its buttons rest meanwhile. */
  readonly busy: 'regenerating' | 'publishing' | 'making-image' | null;
  /** The post it has become; null before. */
  readonly postId: number | null;
  /** Whether that post is published, as far as this admin has seen to it. */
  readonly isPublished: boolean;
  /** A finished run could not hand it over without breaking in on the owner: they are asked to open or publish it. */
  readonly isLeft: boolean;
}

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

/** A post the run has published by itself, which can be taken back for ten seconds. */
export interface PublishedPost {
  readonly postId: number;
  readonly version: number;
  readonly title: string;
  /** When the offer ends, milliseconds since 1970. */
  readonly until: number;
}

/** A save of the post form that is through. */
export interface SavedPost {
  /** The draft the form was opened with. */
  readonly documentId: string;
  readonly postId: number;
  readonly version: number;
  readonly title: string;
  readonly isPublished: boolean;
  /** Its create was submitted by the run. */
  readonly isByRun: boolean;
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
  readonly isElsewhere: boolean;
  /** Why this computer does not keep the run, in its own words; null while it does. The run waits until it does again. */
  readonly notKept: string | null;
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
  /** Past runs and this one, newest first. Loaded with `loadRuns`. */
  readonly runs: readonly RunSummary[];
  /** What steps took in past runs, for `timeLeft`. */
  readonly history: StepTimes;
  readonly estimates: Readonly<Record<StepId, EstimateState>>;
  /** This month's calls on the server; null until `refresh`. */
  readonly month: AnswerOf<typeof getAiUsage> | null;
  /** What the server has booked for this run, failed attempts included; null until asked for. */
  readonly booked: AnswerOf<typeof getAiUsage> | null;
  readonly setup: AiSetup;
  readonly limitsTest: LimitsTest;
  /** Outputs are being read for drafts. */
  readonly isParsing: boolean;
  readonly published: PublishedPost | null;
}

/** What the owner can do. Nothing throws: a failure becomes a notice (`onNotice`). */
export interface RunActions {
  setForm(values: Partial<ChainForm>): void;
  /** A blank name brings the step's own title back. */
  renameStep(step: StepId, name: string): void;
  setAutoPublish(isOn: boolean): void;

  /** Run All Steps and Continue: goes on with what has no output yet; where the run is finished, begins a new one. */
  runAll(): void;
  runStep(step: StepId): void;
  /** This step and all after it anew, what came before is kept. */
  runFrom(step: StepId): void;
  stop(): void;
  /** A new run; the old one stays in the run list. */
  reset(): void;
  /** An earlier output of a step counts again; `attempt` is its number. */
  choose(step: StepId, attempt: number): void;
  /** "Continue here", in a tab that watches. */
  takeOver(): void;
  /** Asks at once whether the network is back. */
  retryNow(): void;

  /** The prompt as it is, or would be, sent; null without a prompt. Pure; cheap enough for a click, not for each key. */
  fullPrompt(step: StepId): FilledPrompt | null;
  /** The custom prompt, else the template; null where there is neither. What the prompt editor begins with. */
  promptOf(step: StepId): string | null;
  /** What the prompt editor says now; null once it is saved or given up. */
  setUnsavedPrompt(step: StepId, text: string | null): void;
  savePrompt(step: StepId, prompt: string): Promise<boolean>;
  resetPrompt(step: StepId): Promise<boolean>;
  resetCustomPrompts(): Promise<boolean>;
  /** Counts a step's prompt; the answer is in `estimates`. */
  estimate(step: StepId): Promise<void>;

  /** Reads the output of the step that writes the drafts for them; toasts how many, or that there are none. */
  parseWritten(): Promise<void>;
  /** Opens the draft in the post form (navigates). */
  editDraft(id: string): Promise<void>;
  publishDraft(id: string): Promise<void>;
  regenerateDraft(id: string): Promise<void>;
  /** Makes a picture, puts it on the draft and on the post it has become, and shows the Posts tab. */
  makeDraftImage(id: string, customPrompt?: string): Promise<void>;
  /** Empty takes the picture away, from the post the draft has become as well where that still has it. */
  setDraftImage(id: string, address: string): Promise<void>;
  /** What the owner says to a draft that a finished run has left to them. */
  openLeftDraft(id: string): Promise<void>;
  publishLeftDraft(id: string): Promise<void>;
  putOffLeftDraft(id: string): Promise<void>;
  deleteDraft(id: string): Promise<void>;
  clearDrafts(): Promise<void>;

  loadRuns(): Promise<void>;
  /** Shows a past run in the place of this one; only while nothing is under way. */
  openRun(id: string): Promise<void>;
  deleteRun(id: string): Promise<void>;

  /** Fetches the month's usage, whether AI is set up, and the templates where those here are older than five minutes. */
  refresh(): Promise<void>;
  testLimits(): Promise<void>;
  /** The post the run has published becomes a draft again. */
  undoPublish(): Promise<void>;
  /** Someone has signed in again. */
  signedIn(): void;
}

/** A place in the admin the run wants to show. */
export type RunDestination =
  /** The post form on a kept draft; give `id` to `draftAddress`. */
  | { readonly kind: 'draft'; readonly id: string }
  /** The form of a post that a draft has become. */
  | { readonly kind: 'post'; readonly id: number }
  | { readonly kind: 'posts' };

/**
 * The host of the chained prompts, one for a window, alive whichever tab is shown. Read it with zustand's
 * `useStore(store, selector)`. Toasts, navigation and the sign-in dialog are `useRunHost`'s (run-host.ts), which the
 * dashboard mounts once: a screen only draws the state and calls actions.
 */
export interface RunStore extends Pick<StoreApi<RunStoreState>, 'getState' | 'getInitialState' | 'subscribe'> {
  readonly actions: RunActions;
  /** Toasts. */
  onNotice(listener: (notice: Message) => void): () => void;
  /** `isBusy` says whether the owner is at something that going there by itself would break off: then it is not told. */
  onGoTo(listener: (destination: RunDestination) => void, isBusy?: () => boolean): () => void;
  /** The session has ended. */
  onSignedOut(listener: () => void): () => void;
  /** Posts or pictures of the server have changed: what is cached of them is stale. */
  onStale(listener: (what: 'posts' | 'images') => void): () => void;
  /** For the post form: the create is to be submitted now. `takeSubmit` says whether for this draft. */
  onSubmit(listener: () => void): () => void;
  /**
   * The form is open on this draft. Gives the create's Idempotency-Key where it is to be submitted, once; null for any
   * other.
   */
  takeSubmit(documentId: string): string | null;
  /** For the post form: what became of it, so that a draft knows its post, and what the run published can be undone. */
  saved(post: SavedPost): void;
  /** Writes what is not on the disk yet, for a page that may not come back. */
  flush(): Promise<void>;
  /** Lets go of the lock and everything else. The run itself is kept. */
  close(): Promise<void>;
}
