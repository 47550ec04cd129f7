import type { ProviderFault } from '#shared/kernel/errors.ts';
import type { ChainForm } from './chain-form.ts';
import type { PromptCodexOf } from './prompt-codex.ts';
import type { Placeholder, StepId, StepList } from './steps.ts';

/** The tokens and the cost of a call, as in the contract's answer. */
export interface TokenUse {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly costUsd: number | null;
}

/** The reason why the model stopped, as in the contract's answer. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_call' | 'other';

/** The reason why a step has no output. `code` is the server's, or one of our own for answers that are not outputs. */
export interface RunFault {
  readonly code: string;
  readonly message: string;
  /** The kind of provider fault, when it is known. */
  readonly reason?: ProviderFault;
}

/** `open`: begun and not known to have ended. `stopped`: stopped by the owner; its answer may still be under way. */
export type AttemptEnd = 'open' | 'completed' | 'failed' | 'stopped';

/** The sources of a prompt when it was sent, each text as a fingerprint. */
export interface SentParts {
  /** The prompt before its placeholders were filled. */
  readonly template: string;
  /** The version of the prompt on the server, from 1; 0 when it is not known. */
  readonly version: number;
  /** The values of the prompt, by placeholder; placeholders that the prompt does not name are absent. */
  readonly values: Readonly<Record<Placeholder, string>>;
}

/** One purchase of a step's output. */
export interface Attempt {
  /** From 1, within the step. */
  readonly number: number;
  /** The Idempotency-Key under which the attempt is bought. */
  readonly key: string;
  readonly end: AttemptEnd;
  /** The prompt as it was sent: the same key requires the same body. */
  readonly prompt: string;
  /** Null when it was not recorded. */
  readonly sent: SentParts | null;
  /** The whole output when the attempt is completed, otherwise the part that arrived. */
  readonly output: string;
  readonly startedAt: number;
  /**
   * The time, in milliseconds, that this attempt has taken up to `seenAt`; time in which nobody drove the run is not
   * counted.
   */
  readonly ranMs: number;
  /** The time at which the attempt was last heard of; null while nobody drives it. */
  readonly seenAt: number | null;
  readonly usage: TokenUse | null;
  /** The model that answered, by its provider's name for it; null when it was not recorded. */
  readonly model: string | null;
  readonly fault: RunFault | null;
}

export interface StepRecord {
  readonly attempts: readonly Attempt[];
  /** The number of the completed attempt whose output counts; null while the step is not completed. */
  readonly current: number | null;
}

/** A step under way. */
export interface StepAtWork {
  readonly step: StepId;
  /** The next step follows by itself. */
  readonly isAuto: boolean;
  /** The call was made before, and is joined again under the same key. */
  readonly isRejoin: boolean;
}

/** The state of a run. */
export type RunState =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'running' } & StepAtWork)
  | { readonly kind: 'waiting'; readonly step: StepId; readonly dueAt: number }
  | ({ readonly kind: 'offline' } & StepAtWork)
  | ({ readonly kind: 'signed-out' } & StepAtWork)
  | { readonly kind: 'stopped'; readonly step: StepId | null }
  | { readonly kind: 'failed'; readonly step: StepId; readonly isAuto: boolean; readonly fault: RunFault }
  /** A null `step` means that all steps are completed, and no draft was opened. */
  | { readonly kind: 'interrupted'; readonly step: StepId | null; readonly isAuto: boolean }
  | { readonly kind: 'watching'; readonly of: DrivenState }
  | { readonly kind: 'opening'; readonly dueAt: number }
  | { readonly kind: 'submitting'; readonly dueAt: number }
  | { readonly kind: 'done' };

export type RunStateKind = RunState['kind'];
/** A state of the run for its driver. */
export type DrivenState = Exclude<RunState, { kind: 'watching' }>;

/** A run as it is stored: plain data. Its id identifies the run in keys, costs and the run list. */
export interface Run {
  readonly id: string;
  readonly form: ChainForm;
  /** The steps of the run, in their order: given by the program, and not stored with the run. */
  readonly chain: StepList;
  /** The time at which the first step began; null before that. */
  readonly startedAt: number | null;
  readonly steps: Readonly<Record<StepId, StepRecord>>;
  /**
   * Steps that are in the run's document but not in the list, such as those of a newer program: they stay in the
   * document unchanged.
   */
  readonly unknownSteps: readonly StepId[];
  /** Whether the first draft was opened in the form; this happens once in a run. */
  readonly isDraftOpened: boolean;
  readonly state: RunState;
}

/** The events of a run. A `key` is the Idempotency-Key of the call that the event comes from. */
export type RunEvent =
  /** Run All Steps, and Continue. `runId` is the id of the new run that begins when this run is finished. */
  | { readonly type: 'run-all'; readonly form: ChainForm; readonly runId: string }
  /** One step alone, completed or not; the others keep their outputs. */
  | { readonly type: 'run-step'; readonly step: StepId; readonly form: ChainForm }
  /** Runs this step and all later steps anew; earlier outputs are kept. */
  | { readonly type: 'run-from'; readonly step: StepId; readonly form: ChainForm }
  | { readonly type: 'stop' }
  /** The whole text so far, not only the added part. */
  | { readonly type: 'progress'; readonly key: string; readonly output: string }
  | {
      readonly type: 'answered';
      readonly key: string;
      readonly output: string;
      readonly usage: TokenUse | null;
      readonly model: string | null;
      readonly finishReason: FinishReason;
    }
  | { readonly type: 'refused'; readonly key: string; readonly fault: RunFault }
  /** No answer, an answer that broke off, or an answer that is not from our server (a proxy’s 502). */
  | { readonly type: 'no-answer'; readonly key: string }
  | { readonly type: 'unauthorized'; readonly key: string }
  /** The network is back, or the owner asks to try again. */
  | { readonly type: 'online' }
  | { readonly type: 'signed-in' }
  /** The time of a `wait` effect is over. */
  | { readonly type: 'due' }
  /** After a reload or a crash, once the run is loaded and this tab drives it. */
  | { readonly type: 'resume' }
  /** A state of the run that the driving tab has written. */
  | { readonly type: 'loaded'; readonly run: Run }
  | { readonly type: 'take-over' }
  /** Another tab now drives the run. */
  | { readonly type: 'taken-over' }
  /** An earlier output of a step counts again. */
  | { readonly type: 'choose'; readonly step: StepId; readonly attempt: number }
  /** Begins a new run; the old one stays in the run list. */
  | { readonly type: 'reset'; readonly runId: string };

/** A report to the owner; the words are in `messages.ts`. */
export type RunReport =
  | { readonly kind: 'step-completed'; readonly step: StepId }
  | { readonly kind: 'step-failed'; readonly step: StepId; readonly fault: RunFault }
  | { readonly kind: 'missing-fields'; readonly isAuto: boolean }
  /** Prompts of requested steps name values that they cannot have; nothing was begun. */
  | { readonly kind: 'unfillable'; readonly steps: readonly { readonly step: StepId; readonly refusal: string }[] }
  | { readonly kind: 'offline' }
  | { readonly kind: 'workflow-complete' };

/** An effect that the host performs; effects are performed in the order given. */
export type RunEffect =
  /** Write the run to the disk, and begin the next effect only when it is there. */
  | { readonly type: 'keep' }
  /** Write another run to the disk, which is no longer the one shown; a run without an attempt may be dropped. */
  | { readonly type: 'archive'; readonly run: Run }
  /** Write the run to the disk within half a second. */
  | { readonly type: 'keep-soon' }
  | {
      readonly type: 'call';
      readonly key: string;
      readonly step: StepId;
      readonly prompt: string;
      readonly isRejoin: boolean;
    }
  /** End the call, also at the provider. */
  | { readonly type: 'cancel'; readonly key: string }
  /** Stop listening; the call goes on, and can be joined later. */
  | { readonly type: 'hang-up'; readonly key: string }
  /** Send `due` after this many milliseconds; a second `wait` replaces the first. */
  | { readonly type: 'wait'; readonly ms: number }
  /**
   * Make drafts of this step's output and write them to the disk; `source` gives the drafts their ids, and an existing
   * draft stays as it is.
   */
  | { readonly type: 'make-drafts'; readonly step: StepId; readonly source: string }
  /** Open the first draft in the post form. */
  | { readonly type: 'open-draft' }
  /** Create the post from the form, under this Idempotency-Key. */
  | { readonly type: 'submit-post'; readonly key: string }
  | { readonly type: 'report'; readonly report: RunReport };

/** The facts about the world that a transition may use. */
export interface RunWorld {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The custom prompt, or else the stored template; null when there is neither. */
  readonly promptOf: (step: StepId) => string | null;
  /** The version of that prompt on the server, from 1; 0 when it is not known. */
  readonly versionOf: (step: StepId) => number;
  readonly codexOf: PromptCodexOf;
  /** "Publish automatically when all steps finish". */
  readonly isAutoPublish: boolean;
}

export interface RunTransition {
  readonly run: Run;
  readonly effects: readonly RunEffect[];
}
