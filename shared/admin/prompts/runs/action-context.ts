import type { Timers } from '../../editor/index.ts';
import type { Page } from './page-signals.ts';
import type { RunPorts, RunSession } from './run-session.ts';
import type { RunStoreState } from './run-state.ts';

/** The parts that the owner's actions work with. */
export interface ActionContext {
  readonly ports: RunPorts;
  readonly timers: Timers;
  readonly page: Page;
  get(): RunStoreState;
  set(state: Partial<RunStoreState>): void;
  /** Null until everything is loaded. */
  session(): RunSession | null;
  /**
   * Does the work at once, because a stop must not wait; work requested before everything is loaded is done afterwards,
   * in its order.
   */
  dispatch(work: (session: RunSession) => void): void;
  /** Does the work when everything is loaded. */
  whenOpen<Result>(work: (session: RunSession) => Promise<Result>): Promise<Result>;
}
