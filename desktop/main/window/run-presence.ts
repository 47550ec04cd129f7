import type { WorkflowProgress } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** What the system shows of a run, besides the window. */
export interface Presence {
  /** Part of the bar at the dock's or the taskbar's icon, 0 to 1; null for no bar. */
  bar: number | null;
  /** What the tray's icon says; null for no icon. */
  tray: string | null;
}

interface RunPresenceOptions {
  clock: Clock;
  /** Whether the owner has the window before them. */
  isInSight(): boolean;
  show(presence: Presence): void;
  /** `runId`: what the notification tells of; null for a run that has no name yet. */
  notify(notification: { title: string; body: string }, runId: string | null): void;
}

/** A run that ends sooner needs no notification: whoever began it is still there. */
const LONG_MS = 10_000;

/** Follows the run the page tells of: the bar, the tray, and a notification when a long one ends out of sight. */
export interface RunPresence {
  report(progress: WorkflowProgress): void;
  isRunning(): boolean;
  /** The page is gone, and its run with it: nothing is shown any more. */
  forget(): void;
}

export function createRunPresence({ clock, isInSight, show, notify }: RunPresenceOptions): RunPresence {
  let running: { id: string | null; since: number } | null = null;

  function end({ runId, title, done, total }: WorkflowProgress, since: number): void {
    if (isInSight() || clock.now() - since < LONG_MS) return;
    const name = done >= total ? 'The workflow is done' : 'The workflow has stopped';
    notify({ title: name, body: `${title} (${done} of ${total} steps)` }, runId);
  }

  return {
    report(progress) {
      const { runId, title, done, total, isRunning } = progress;
      if (isRunning) {
        if (running === null || running.id !== runId) running = { id: runId, since: clock.now() };
        show({ bar: total === 0 ? 0 : Math.min(done / total, 1), tray: title });
        return;
      }
      show({ bar: null, tray: null });
      const before = running;
      running = null;
      if (before !== null && before.id === runId) end(progress, before.since);
    },
    isRunning: () => running !== null,
    forget() {
      running = null;
      show({ bar: null, tray: null });
    },
  };
}
