import type { RunEvent } from '#shared/workflow/run-states.ts';
import type { StepId } from '#shared/workflow/steps.ts';

/** One call of a step, as the engine requests it. */
export interface StepCall {
  readonly key: string;
  readonly runId: string;
  readonly step: StepId;
  readonly prompt: string;
  /** The category of the run; undefined when it has none. */
  readonly categoryId?: number | undefined;
  readonly isRejoin: boolean;
}

/** An event that a call reports about itself. */
export type Heard = Extract<RunEvent, { key: string }>;

/** The calls of a run: only one is listened to at a time, however many are under way on the server. */
export interface StepCalls {
  /** Makes or joins a call; `hear` receives the call's events until the call has ended or `hangUp` is called. */
  ask(call: StepCall, hear: (event: Heard) => void): void;
  /** Ends a call here at once, and at the provider as soon as the server can be reached. */
  cancel(key: string): void;
  /** Stops listening; the call goes on. */
  hangUp(key: string): void;
  /** Whether our server answers. */
  isServerThere(): Promise<boolean>;
  isSignedIn(): Promise<boolean>;
  close(): void;
}
