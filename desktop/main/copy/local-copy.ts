import path from 'node:path';
import type { ApiClient } from '#shared/api-client/client.ts';
import type { FoundDraft } from '#shared/contract/copy-state.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import type { SendEvent } from '../ipc/send-event.ts';
import type { Log } from '../log.ts';
import type { ResponseCache } from '../response-cache/index.ts';
import { copyLists } from './copied-lists.ts';
import { type KeptPicture, openPictureStore, type PictureStore } from './copied-pictures.ts';
import { type CopyAnswers, createCopyAnswers } from './copy-answers.ts';
import { openCopyStore } from './copy-store.ts';
import { fetchPictures } from './fetch-pictures.ts';
import { followDrafts } from './follow-drafts.ts';
import { createLearner, type Learner } from './learn.ts';
import { pullPosts } from './pull-posts.ts';
import { createSiteCopy, type SiteCopy } from './site-copy.ts';

/** The copy of a site on this computer: its answers, what keeps it up to date, and the search over drafts. */
export interface LocalCopy extends Pick<SiteCopy, 'nudge' | 'state' | 'setLimit' | 'answerDeletions' | 'clear'> {
  readonly answers: CopyAnswers;
  readonly pictures: PictureStore;
  readonly learner: Learner;
  /**
   * Stores a picture that was given on this computer and is now at the server under this address. The given file stands
   * in for the server's files that are not here.
   */
  keepGiven(address: string, picture: KeptPicture): void;
  /** Begins the copy, once the page has what it needs. */
  begin(): void;
  /** Notes that a document of this computer has changed. */
  noteDocument(id: string): void;
  findDrafts(query: string): FoundDraft[];
  /** Resolves when no work is in progress. */
  close(): Promise<void>;
}

interface LocalCopyOptions {
  /** The folder that holds the copies, and the name of this one. */
  folder: string;
  name: string;
  cache: ResponseCache;
  documents: Pick<DocumentStore, 'list' | 'load'>;
  api: Pick<ApiClient, 'call'>;
  /** Sends a request to the server, signed in as the owner. */
  fetch(address: string, init: RequestInit): Promise<Response>;
  isAllowed(): boolean;
  siteId(): Promise<string | null>;
  limit: number;
  clock: Clock;
  timers: Timers;
  log: Log;
  send: SendEvent;
}

/** The most drafts that a search returns. */
const MOST_FOUND = 20;

/** Returns the names of a copy's files. SQLite puts its own files beside them. */
export const copyFiles = (folder: string, name: string) => ({
  posts: path.join(folder, `${name}.sqlite`),
  pictures: path.join(folder, `${name}.pictures.sqlite`),
});

/** Opens the copy on the disk. Sends no request before `begin`. */
export function openLocalCopy(options: LocalCopyOptions): LocalCopy {
  const { cache, documents, api, fetch, siteId, limit, clock, timers, log, send } = options;
  const files = copyFiles(options.folder, options.name);
  const store = openCopyStore({ file: files.posts, clock, log });
  const pictures = openPictureStore({ file: files.pictures, clock, log, limit });
  const copy = createSiteCopy({
    store,
    pictures,
    isAllowed: options.isAllowed,
    pull: (signal, onPage) => pullPosts({ api, store, siteId, signal, onPage, onCleared: () => void drafts.begin() }),
    copyLists: (signal) => copyLists({ cache, fetch, signal }),
    fetchPictures: (signal, onCount) => fetchPictures({ store, pictures, fetch, signal, onCount }),
    limit,
    timers,
    onState: (state) => send('copy.state', state),
    log,
  });
  const drafts = followDrafts({ documents, store, timers, log });
  let hasBegun = false;

  return {
    answers: createCopyAnswers({ store, cache, clock }),
    pictures,
    learner: createLearner({ store, clock, nudge: copy.nudge, log }),
    // Stored beside the server's file of this name, not in its place: the server may have made another file from the
    // picture.
    keepGiven: (address, picture) => pictures.keep(`${path.posix.basename(address)}.given`, picture),
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      copy.begin();
      void drafts.begin();
    },
    nudge: copy.nudge,
    state: copy.state,
    setLimit: copy.setLimit,
    answerDeletions: copy.answerDeletions,
    clear() {
      copy.clear();
      if (hasBegun) void drafts.begin();
    },
    noteDocument: drafts.note,
    findDrafts: (query) => store.read<FoundDraft[]>([], (open) => open.drafts.find(query, MOST_FOUND)),
    async close() {
      await copy.stop();
      await drafts.stop();
      store.close();
      pictures.close();
    },
  };
}
