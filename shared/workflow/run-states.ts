import type { ProviderFault } from '#shared/kernel/errors.ts';
import type { ChainForm } from './chain-form.ts';
import type { PromptCodexOf } from './prompt-codex.ts';
import type { Placeholder, StepId, StepList } from './steps.ts';

/** What a call took, as the contract's answer says it. */
export interface TokenUse {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly costUsd: number | null;
}

/** Why the model stopped, as the contract's answer says it. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_call' | 'other';

/** Why a step did not come to an output. `code` is the server's, or one of ours for answers that are none. */
export interface RunFault {
  readonly code: string;
  readonly message: string;
  /** What of the provider it was, where that is known. */
  readonly reason?: ProviderFault;
}

/** `open`: begun and not known to have ended. `stopped`: by the owner; its answer may still be on its way. */
export type AttemptEnd = 'open' | 'completed' | 'failed' | 'stopped';

/** What a prompt was made of when it was sent, each text by its fingerprint. */
export interface SentParts {
  /** The prompt before anything was filled in. */
  readonly template: string;
  /** The version of the prompt on the server, from 1; 0 where it is not known. */
  readonly version: number;
  /** What it was filled with, by placeholder; those it does not ask for are absent. */
  readonly values: Readonly<Record<Placeholder, string>>;
}

/** One purchase of a step's output. */
export interface Attempt {
  /** From 1, within the step. */
  readonly number: number;
  /** The Idempotency-Key it is bought under. */
  readonly key: string;
  readonly end: AttemptEnd;
  /** The prompt as it was sent: the same key needs the same body. */
  readonly prompt: string;
  /** Null where it was not recorded. */
  readonly sent: SentParts | null;
  /** The whole output once completed, else the part that arrived. */
  readonly output: string;
  readonly startedAt: number;
  /** Milliseconds this attempt was worked on, up to `seenAt`; time in which nobody drove the run is not counted. */
  readonly ranMs: number;
  /** When it was last heard of; null while nobody drives it. */
  readonly seenAt: number | null;
  readonly usage: TokenUse | null;
  /** Who answered, as its provider calls it; null where it was not recorded. */
  readonly model: string | null;
  readonly fault: RunFault | null;
}

export interface StepRecord {
  readonly attempts: readonly Attempt[];
  /** Number of the completed attempt whose output counts; null while the step is not completed. */
  readonly current: number | null;
}

/** A step under way. */
export interface StepAtWork {
  readonly step: StepId;
  /** The next step follows by itself. */
  readonly isAuto: boolean;
  /** The call was made before and is joined again under the same key. */
  readonly isRejoin: boolean;
}

/** Where a run stands. */
export type RunState =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'running' } & StepAtWork)
  | { readonly kind: 'waiting'; readonly step: StepId; readonly dueAt: number }
  | ({ readonly kind: 'offline' } & StepAtWork)
  | ({ readonly kind: 'signed-out' } & StepAtWork)
  | { readonly kind: 'stopped'; readonly step: StepId | null }
  | { readonly kind: 'failed'; readonly step: StepId; readonly isAuto: boolean; readonly fault: RunFault }
  /** `step` null: all are completed, and no draft was opened. */
  | { readonly kind: 'interrupted'; readonly step: StepId | null; readonly isAuto: boolean }
  | { readonly kind: 'watching'; readonly of: DrivenState }
  | { readonly kind: 'opening'; readonly dueAt: number }
  | { readonly kind: 'submitting'; readonly dueAt: number }
  | { readonly kind: 'done' };

export type RunStateKind = RunState['kind'];
/** A state of whoever drives the run. */
export type DrivenState = Exclude<RunState, { kind: 'watching' }>;

/** A run as it is kept: plain data; its id names it in keys, costs and the run list. */
export interface Run {
  readonly id: string;
  readonly form: ChainForm;
  /** The steps it goes through, in their order: given by the program, and not kept with it. */
  readonly chain: StepList;
  /** When its first step began; null before. */
  readonly startedAt: number | null;
  readonly steps: Readonly<Record<StepId, StepRecord>>;
  /** Steps that its document has and the list has not, such as a newer program's: they stay in the document as they are. */
  readonly unknownSteps: readonly StepId[];
  /** The first draft was opened in the form; that happens once in a run. */
  readonly isDraftOpened: boolean;
  readonly state: RunState;
}

/** What happens to a run. A `key` is the Idempotency-Key of the call that speaks. */
export type RunEvent =
  /** Run All Steps, and Continue. `runId` is the name of the new run that begins where this one is finished. */
  | { readonly type: 'run-all'; readonly form: ChainForm; readonly runId: string }
  /** One step alone, completed or not; the others keep their outputs. */
  | { readonly type: 'run-step'; readonly step: StepId; readonly form: ChainForm }
  /** This step and all after it anew, with what came before kept. */
  | { readonly type: 'run-from'; readonly step: StepId; readonly form: ChainForm }
  | { readonly type: 'stop' }
  /** The whole text so far, not what was added. */
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
  /** No answer, one that broke off on its way, or one that is not from our server (a proxy’s 502). */
  | { readonly type: 'no-answer'; readonly key: string }
  | { readonly type: 'unauthorized'; readonly key: string }
  /** The network is back, or the owner asks to try again. */
  | { readonly type: 'online' }
  | { readonly type: 'signed-in' }
  /** The time of a `wait` effect is over. */
  | { readonly type: 'due' }
  /** After a reload or a crash, once the run is loaded and this tab drives it. */
  | { readonly type: 'resume' }
  /** What the tab that drives the run has written. */
  | { readonly type: 'loaded'; readonly run: Run }
  | { readonly type: 'take-over' }
  /** Another tab drives the run now. */
  | { readonly type: 'taken-over' }
  /** An earlier output of a step counts again. */
  | { readonly type: 'choose'; readonly step: StepId; readonly attempt: number }
  /** A new run; the old one stays in the run list. */
  | { readonly type: 'reset'; readonly runId: string };

/** What the owner is to be told; `messages.ts` has the words. */
export type RunReport =
  | { readonly kind: 'step-completed'; readonly step: StepId }
  | { readonly kind: 'step-failed'; readonly step: StepId; readonly fault: RunFault }
  | { readonly kind: 'missing-fields'; readonly isAuto: boolean }
  /** Prompts of steps that were asked for name what they cannot have; nothing was begun. */
  | { readonly kind: 'unfillable'; readonly steps: readonly { readonly step: StepId; readonly refusal: string }[] }
  | { readonly kind: 'offline' }
  | { readonly kind: 'workflow-complete' };

/** What the host does, in this order. */
export type RunEffect =
  /** Put the run on the disk, and begin what follows only when it is there. */
  | { readonly type: 'keep' }
  /** Put another run on the disk, which is not the one shown from now on; one without an attempt may be dropped. */
  | { readonly type: 'archive'; readonly run: Run }
  /** Put the run on the disk within half a second. */
  | { readonly type: 'keep-soon' }
  | {
      readonly type: 'call';
      readonly key: string;
      readonly step: StepId;
      readonly prompt: string;
      readonly isRejoin: boolean;
    }
  /** End the call at the provider too. */
  | { readonly type: 'cancel'; readonly key: string }
  /** Stop listening; the call goes on for whoever joins it. */
  | { readonly type: 'hang-up'; readonly key: string }
  /** Send `due` after so many milliseconds; a second one takes the place of the first. */
  | { readonly type: 'wait'; readonly ms: number }
  /** Make drafts of this step's output and put them on the disk; `source` names them, and one that is there stays. */
  | { readonly type: 'make-drafts'; readonly step: StepId; readonly source: string }
  /** Open the first draft in the post form. */
  | { readonly type: 'open-draft' }
  /** Create the post from the form, under this Idempotency-Key. */
  | { readonly type: 'submit-post'; readonly key: string }
  | { readonly type: 'report'; readonly report: RunReport };

/** What a transition may know of the world at its moment. */
export interface RunWorld {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The custom prompt, else the stored template; null where there is neither. */
  readonly promptOf: (step: StepId) => string | null;
  /** The version of that prompt on the server, from 1; 0 where it is not known. */
  readonly versionOf: (step: StepId) => number;
  readonly codexOf: PromptCodexOf;
  /** "Publish automatically when all steps finish". */
  readonly isAutoPublish: boolean;
}

export interface RunTransition {
  readonly run: Run;
  readonly effects: readonly RunEffect[];
}
