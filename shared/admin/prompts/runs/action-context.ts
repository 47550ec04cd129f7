import type { Timers } from '../../editor/index.ts';
import type { Page } from './page-signals.ts';
import type { RunPorts, RunSession } from './run-session.ts';
import type { RunStoreState } from './run-state.ts';

/** What the owner's actions work with. */
export interface ActionContext {
  readonly ports: RunPorts;
  readonly timers: Timers;
  readonly page: Page;
  get(): RunStoreState;
  set(state: Partial<RunStoreState>): void;
  /** Null until everything is loaded. */
  session(): RunSession | null;
  /** Does it at once, as a stop must be done; what is asked before everything is loaded, in its turn. */
  dispatch(work: (session: RunSession) => void): void;
  /** Does it once everything is loaded. */
  whenOpen<Result>(work: (session: RunSession) => Promise<Result>): Promise<Result>;
}
