import type { Clock } from '#shared/kernel/clock.ts';
import type { CallsOf } from '../ipc/answer-call.ts';
import type { FileDialogs } from '../ipc/text-files.ts';
import type { Log } from '../log.ts';
import { exportWorkspace } from '../workspace/index.ts';
import type { ServerInUse } from './server-in-use.ts';

interface DocumentCallOptions {
  dialogs: FileDialogs;
  /** Called as in `openDesktop`: the pages were loaded for the site before. */
  onServerChanging(): Promise<unknown>;
  onServerChanged(): void;
  clock: Clock;
  log: Log;
}

/** Returns the handlers for the documents on this computer, and for their exchange with the server. */
export function documentCalls(
  inUse: ServerInUse,
  options: DocumentCallOptions,
): CallsOf<'store' | 'sync' | 'workspace'> {
  return {
    'store.list': ({ kind }) => inUse.ask((open) => open.workspace.list(kind), []),
    'store.load': ({ id }) => inUse.ask((open) => open.workspace.load(id), []),
    'store.summaries': () => inUse.ask((open) => open.workspace.summaries(), '[]'),
    'store.tombstones': () => inUse.ask((open) => open.workspace.tombstones(), []),
    'workspace.apply': async (change, { contentsId }) => {
      const open = await inUse.settled();
      if (!open || !inUse.pages.has(contentsId)) return { ok: false, message: 'Another server is in use now.' };
      return open.workspace.apply(change, contentsId);
    },
    'sync.now': () => inUse.ask((open) => open.workspace.syncNow(), undefined),
    'sync.adopt': async () => {
      const open = await inUse.settled();
      if (!open || open.workspace.state().question === null) return;
      await open.workspace.adopt();
      open.copy.nudge();
      // The pages were loaded for the site before, and their writes are meant for that site.
      await options.onServerChanging();
      options.onServerChanged();
    },
    'sync.answer-deletions': ({ key, answer }) =>
      inUse.ask((open) => open.workspace.answerDeletions(key, answer), undefined),
    'workspace.export': async () => {
      const file = await inUse.ask(
        (open) => exportWorkspace(open.workspace.store, { ...options, pictures: open.pictures.files() }),
        null,
      );
      return { saved: file !== null, path: file };
    },
  };
}
