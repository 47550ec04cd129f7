import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Timers } from '#shared/kernel/timers.ts';
import {
  discardedAt,
  isGeneratedDraft,
  openStoredDraft,
  postIdOfDraft,
  readValues,
  workingCopyOf,
} from '#shared/workspace/post-draft.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import type { Log } from '../log.ts';
import type { CopyStore } from './copy-store.ts';
import type { DraftTexts } from './draft-index.ts';

/**
 * The pause, in milliseconds, before a changed draft is indexed: while somebody types, a draft changes every second.
 */
const PAUSE = 2000;

/** Keeps the search over drafts up to date with the documents of this computer. */
export interface DraftFollower {
  /** Indexes all drafts, and from then on each one that is noted. */
  begin(): Promise<void>;
  note(id: string): void;
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
}

interface FollowOptions {
  documents: Pick<DocumentStore, 'list' | 'load'>;
  store: Pick<CopyStore, 'read' | 'write'>;
  timers: Timers;
  log: Log;
}

export function followDrafts({ documents, store, timers, log }: FollowOptions): DraftFollower {
  const noted = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  let cancel = () => {};
  let hasBegun = false;
  let isStopped = false;

  async function index(ids: Iterable<string>, living: ReadonlySet<string>): Promise<void> {
    for (const id of ids) {
      if (isStopped) return;
      if (living.has(id)) await indexOne(id);
      else store.write(({ drafts }) => drafts.remove(id));
      await turn();
    }
  }
  async function indexOne(id: string): Promise<void> {
    const updates = await documents.load(id);
    const mark = markOf(updates);
    if (store.read(null, ({ drafts }) => drafts.markOf(id)) === mark) return;
    const draft = readDraft(id, updates, mark);
    store.write(({ drafts }) => (draft === null ? drafts.remove(id) : drafts.put(draft)));
  }
  function run(ids: (living: ReadonlySet<string>) => Iterable<string>): Promise<void> {
    running = running
      .then(async () => {
        const living = new Set(await documents.list('draft'));
        await index(ids(living), living);
      })
      // Drafts can still be found by their names, and are indexed again at the next start.
      .catch((error: unknown) => log.warn('The search over drafts is not up to date', error));
    return running;
  }

  return {
    begin() {
      hasBegun = true;
      return run((living) => new Set([...living, ...store.read<string[]>([], ({ drafts }) => drafts.ids())]));
    },
    note(id) {
      if (!hasBegun || isStopped) return;
      noted.add(id);
      cancel();
      cancel = timers.after(PAUSE, () => {
        const ids = [...noted];
        noted.clear();
        void run(() => ids);
      });
    },
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}

function markOf(updates: readonly Uint8Array[]): string {
  const hash = createHash('sha1');
  for (const update of updates) hash.update(update);
  return hash.digest('hex');
}

/**
 * Returns null for a draft that lies in the bin or is empty, and for a run's generated draft, which no form has opened
 * yet.
 */
function readDraft(id: string, updates: readonly Uint8Array[], mark: string): DraftTexts | null {
  if (isGeneratedDraft(id)) return null;
  const document = openStoredDraft(id, updates);
  if (discardedAt(document) !== null) return null;
  const { title, subtitle, excerpt, tags, content } = readValues(document);
  if (`${title}${content}${excerpt}`.trim() === '') return null;
  const postId = workingCopyOf(document)?.postId ?? postIdOfDraft(id);
  return { id, mark, title, subtitle: subtitle ?? '', excerpt, tags, content, postId };
}
