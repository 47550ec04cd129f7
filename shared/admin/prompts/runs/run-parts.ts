import type { ApiClient } from '#shared/api-client/client.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { FilledPrompt } from '#shared/workflow/fill-prompt.ts';
import type { Message } from '#shared/workflow/messages.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import type { Timers } from '../../editor/index.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import type { Desk } from '../../documents/open-documents.ts';
import type { Signal } from './page-signals.ts';
import type { RunDestination, RunStoreState } from './run-state.ts';

/** What the actions of the run store work with. */
export interface RunParts {
  readonly steps: StepList;
  readonly api: ApiClient;
  readonly desk: Desk;
  readonly drafts: DraftStore;
  readonly clock: Clock;
  readonly timers: Timers;
  unique(): string;
  run(): Run;
  fullPrompt(step: StepId): FilledPrompt | null;
  set(state: Partial<RunStoreState>): void;
  readonly notices: Signal<Message>;
  readonly goTo: Signal<RunDestination>;
  /** The owner is busy with something that an automatic change of screen would interrupt. */
  isBusy(): boolean;
  readonly stale: Signal<'posts' | 'images'>;
  readonly signedOut: Signal<void>;
  /** Sends the `admin_action` event. */
  action(name: string, isDone: boolean): void;
}
