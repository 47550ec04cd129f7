import type { WorkflowProgress } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** The display of runs by the system, outside the windows. */
export interface Presence {
  /** The page whose window shows the bar. */
  contentsId: number;
  /** The filled part of the bar at the icon in the dock or taskbar, 0 to 1; null for no bar. */
  bar: number | null;
  /** The text of the tray's icon; null for no icon. */
  tray: string | null;
}

interface RunPresenceOptions {
  clock: Clock;
  /** Whether the owner has a window of the app in front. */
  isInSight(): boolean;
  show(presence: Presence): void;
  /** `of`: the run that the notification is about, without an id if it has none yet, and the page that has it. */
  notify(notification: { title: string; body: string }, of: { runId: string | null; contentsId: number }): void;
}

/** A run that ends sooner, in milliseconds, needs no notification: the owner who began it is still there. */
const LONG_MS = 10_000;

/** Follows the runs that pages report: the bar, the tray, and a notification when a long run ends out of sight. */
export interface RunPresence {
  /** `contentsId` is the page that reports. */
  report(progress: WorkflowProgress, contentsId: number): void;
  /** Whether a run is running in this page or, without a page, in any page. */
  isRunning(contentsId?: number): boolean;
  /** Forgets a page that is gone, and its run with it: nothing of the run is shown any more. */
  forget(contentsId: number): void;
}

export function createRunPresence({ clock, isInSight, show, notify }: RunPresenceOptions): RunPresence {
  /** The runs by page; the page that reported last comes last. */
  const running = new Map<number, { id: string | null; since: number; title: string; part: number }>();

  function draw(contentsId: number): void {
    const own = running.get(contentsId);
    const last = own ?? [...running.values()].at(-1);
    show({ contentsId, bar: own?.part ?? null, tray: last?.title ?? null });
  }
  function end({ runId, title, done, total }: WorkflowProgress, since: number, contentsId: number): void {
    if (isInSight() || clock.now() - since < LONG_MS) return;
    const name = done >= total ? 'The workflow is done' : 'The workflow has stopped';
    notify({ title: name, body: `${title} (${done} of ${total} steps)` }, { runId, contentsId });
  }

  return {
    report(progress, contentsId) {
      const { runId, title, done, total, isRunning } = progress;
      const before = running.get(contentsId);
      running.delete(contentsId);
      if (isRunning) {
        const since = before?.id === runId ? before.since : clock.now();
        running.set(contentsId, { id: runId, since, title, part: total === 0 ? 0 : Math.min(done / total, 1) });
      }
      draw(contentsId);
      if (!isRunning && before !== undefined && before.id === runId) end(progress, before.since, contentsId);
    },
    isRunning: (contentsId) => (contentsId === undefined ? running.size > 0 : running.has(contentsId)),
    forget(contentsId) {
      running.delete(contentsId);
      draw(contentsId);
    },
  };
}
