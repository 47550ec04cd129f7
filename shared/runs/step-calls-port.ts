import type { RunEvent } from '#shared/workflow/run-states.ts';
import type { StepId } from '#shared/workflow/steps.ts';

/** One call of a step, as the engine asks for it. */
export interface StepCall {
  readonly key: string;
  readonly runId: string;
  readonly step: StepId;
  readonly prompt: string;
  /** The category the run is for; undefined for none. */
  readonly categoryId?: number | undefined;
  readonly isRejoin: boolean;
}

/** What a call says of itself. */
export type Heard = Extract<RunEvent, { key: string }>;

/** The calls of a run: one at a time is listened to, however many are under way on the server. */
export interface StepCalls {
  /** Makes or joins a call; `hear` is told of it until it has ended or is let go. */
  ask(call: StepCall, hear: (event: Heard) => void): void;
  /** Ends a call here at once and at the provider as soon as the server can be told. */
  cancel(key: string): void;
  /** Stops listening; the call goes on. */
  hangUp(key: string): void;
  /** Whether our server answers. */
  isServerThere(): Promise<boolean>;
  isSignedIn(): Promise<boolean>;
  close(): void;
}
