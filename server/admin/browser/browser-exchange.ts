import { createStore } from 'zustand/vanilla';
import { openDocumentChannel } from '#shared/admin/document-channel.ts';
import type { AdminPorts } from '#shared/admin/ports.ts';
import { documentStatuses, type ExchangeState } from '#shared/contract/workspace.ts';
import { isExchanged } from '#shared/workspace/document-ids.ts';
import { asleep, type Exchange } from '#shared/workspace/exchange/exchange-port.ts';
import type { DeletionAnswer } from '#shared/workspace/exchange/held-deletions.ts';
import type { DocumentName, DocumentStore, ExchangeStore } from '#shared/workspace/store-port.ts';
import type { TabLead, TabLeadOptions } from './tab-lead.ts';

interface BrowserExchangeOptions {
  store: ExchangeStore;
  /** Creates an exchange over that store; it is not started. */
  createExchange(): Exchange;
  openChannel: AdminPorts['openChannel'];
  uniqueId(): string;
  createLead(on: Pick<TabLeadOptions, 'onLead' | 'onLost'>): TabLead;
  /** Tells whether this tab is hidden, and calls back when that or the network changes. */
  page: { isHidden(): boolean; onShown(listener: () => void): void; onNetwork(listener: () => void): void };
}

/** A request of a tab to the leading tab. */
type Wish = { type: 'sync' | 'adopt' } | { type: 'answer'; key: string; answer: DeletionAnswer };

/** The messages between the tabs of one browser. `done` answers a wish. */
type TabMessage =
  | { type: 'state'; state: ExchangeState; isHidden: boolean }
  | { type: 'hello' }
  | { type: 'wrote'; id: string }
  | { type: 'done'; number: string }
  | (Wish & { number: string });

const ANSWERS_WITHIN_MS = 20_000;

/**
 * Creates the exchange of a browser: one tab runs it for all tabs, over one connection, and hands it on when it closes.
 * The other tabs tell the leading tab what they have written, and show its state. `store` is the store that the admin
 * writes to.
 */
export function createBrowserExchange(options: BrowserExchangeOptions): {
  store: DocumentStore;
  exchange: AdminPorts['exchange'];
} {
  const { page, uniqueId } = options;
  const channel = options.openChannel('ninefold:exchange');
  const post = (message: TabMessage) => channel.post(message);
  const shown = createShownState();
  const wishes = createWishes(post, uniqueId);
  let isLeaderHidden = false;
  const tellState = () => post({ type: 'state', state: shown.reported(), isHidden: page.isHidden() });
  const own = createOwnExchange(options, (state) => {
    shown.show(state);
    tellState();
  });

  async function serve(wish: Wish, number: string): Promise<void> {
    // The tab that asked sees from the state that nothing has changed.
    await own.grant(wish).catch((error) => console.error(`The exchange could not ${wish.type}`, error));
    post({ type: 'done', number });
  }

  const lead = options.createLead({
    onLead() {
      if (own.isAwake()) own.wake();
      // These wishes were sent to the tab that has closed.
      for (const done of wishes.waiting()) void own.running()?.syncNow().finally(done);
    },
    onLost: own.rest,
  });

  /** Grants the wish here when this tab leads, else asks the leading tab; resolves also when nobody answers. */
  function ask(wish: Wish): Promise<void> {
    if (lead.isLeading()) return own.grant(wish);
    own.noteAwake();
    return wishes.send(wish);
  }

  channel.listen((message) => {
    const said = readMessage(message);
    if (said?.type === 'done') wishes.granted(said.number);
    if (lead.isLeading()) {
      if (said?.type === 'hello' && own.isAwake()) tellState();
      if (said?.type === 'wrote') own.running()?.noticeWrite(said.id);
      if (said?.type === 'sync' || said?.type === 'adopt' || said?.type === 'answer') void serve(said, said.number);
    } else if (said?.type === 'state') {
      own.noteAwake();
      isLeaderHidden = said.isHidden;
      shown.show(said.state);
    }
  });
  post({ type: 'hello' });
  page.onShown(() => {
    if (lead.isLeading() && own.isAwake()) tellState();
    if (lead.isLeading() || !isLeaderHidden || page.isHidden()) return;
    // Browsers slow down background tabs, and words typed in this tab must not wait for one.
    isLeaderHidden = false;
    lead.take();
  });
  page.onNetwork(() => void own.running()?.syncNow());

  function wrote(document: DocumentName): void {
    if (!isExchanged(document)) return;
    const running = own.running();
    if (running) running.noticeWrite(document.id);
    else post({ type: 'wrote', id: document.id });
    if (!running && own.isAwake()) shown.noteWaiting(document.id);
  }

  return {
    store: noticedStore(options.store, { wrote, noteKept: shown.noteKept }),
    exchange: {
      state: shown.state,
      statusOf: (documentId) => own.running()?.statusOf(documentId) ?? shown.statusOf(documentId),
      syncNow: () => ask({ type: 'sync' }),
      adoptSite: () => ask({ type: 'adopt' }),
      answerDeletions: (key, answer) => ask({ type: 'answer', key, answer }),
    },
  };
}

const messageTypes: readonly TabMessage['type'][] = ['state', 'hello', 'wrote', 'sync', 'adopt', 'answer', 'done'];

/** Parses a message. Tabs of another version may send other messages: unknown ones are ignored. */
function readMessage(message: unknown): TabMessage | null {
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  if (!messageTypes.some((type) => type === message.type)) return null;
  const said = message as TabMessage;
  if (said.type !== 'state') return said;
  const { status, waiting } = said.state ?? {};
  if (!documentStatuses.includes(status) || !Array.isArray(waiting)) return null;
  return { ...said, state: { ...asleep, ...said.state } };
}

function grantBy(exchange: Exchange, wish: Wish): Promise<void> {
  if (wish.type === 'answer') return exchange.answerDeletions(wish.key, wish.answer);
  return wish.type === 'sync' ? exchange.syncNow() : exchange.adoptSite();
}

/** Creates the exchange of this tab, which works while the tab leads. */
function createOwnExchange(options: BrowserExchangeOptions, onState: (state: ExchangeState) => void) {
  const documents = openDocumentChannel(options.openChannel);
  let running: Exchange | null = null;
  let isAwake = false;
  function wake(): Exchange {
    isAwake = true;
    if (running) return running;
    const exchange = options.createExchange();
    running = exchange;
    exchange.onState(() => {
      if (running === exchange) onState(exchange.state());
    });
    exchange.onForeign((changes) => {
      for (const change of changes) documents.tell(change);
    });
    exchange.start();
    return exchange;
  }
  return {
    /** Whether any tab, this one or another, has asked for the exchange yet. */
    isAwake: () => isAwake,
    noteAwake(): void {
      isAwake = true;
    },
    running: () => running,
    wake,
    grant: async (wish: Wish): Promise<void> => grantBy(wake(), wish),
    rest(): void {
      void running?.stop();
      running = null;
    },
  };
}

/** Creates the state of the exchange, of this tab or of the leading one, as this tab shows it. */
function createShownState() {
  let reported = asleep;
  const state = createStore(() => asleep);
  /** Whether the store refused the last words typed in this tab. No exchange learns of that. */
  let isUnkept = false;
  function show(next: ExchangeState): void {
    reported = next;
    state.setState(isUnkept ? { ...next, status: 'not-kept' } : next, true);
  }
  return {
    state,
    show,
    reported: () => reported,
    noteKept(isKept: boolean): void {
      if (isUnkept !== isKept) return;
      isUnkept = !isKept;
      show(reported);
    },
    /** Notes a written change that the leading tab has yet to send. */
    noteWaiting(documentId: string): void {
      if (reported.status === 'on-this-computer') return;
      const waiting = [...new Set([...reported.waiting, documentId])];
      show({ ...reported, waiting, status: reported.status === 'on-the-server' ? 'waiting' : reported.status });
    },
    statusOf(documentId: string): ExchangeState['status'] {
      if (reported.waiting.includes(documentId)) return 'waiting';
      return reported.status === 'waiting' ? 'on-the-server' : reported.status;
    },
  };
}

/** Creates the list of the wishes that this tab has sent to the leading one. */
function createWishes(post: (message: TabMessage) => void, uniqueId: () => string) {
  const answers = new Map<string, () => void>();
  return {
    /** Resolves when the wish is granted, and also when nobody answers. */
    send(wish: Wish): Promise<void> {
      const number = uniqueId();
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(patience);
          answers.delete(number);
          resolve();
        };
        const patience = setTimeout(done, ANSWERS_WITHIN_MS);
        answers.set(number, done);
        post({ ...wish, number });
      });
    },
    granted: (number: string) => answers.get(number)?.(),
    waiting: () => answers.values(),
  };
}

/** Wraps the store so that it reports each write, and whether writes are stored. */
function noticedStore(
  store: ExchangeStore,
  { wrote, noteKept }: { wrote(document: DocumentName): void; noteKept(isKept: boolean): void },
): DocumentStore {
  return {
    ...store,
    async append(document, update) {
      try {
        await store.append(document, update);
      } catch (error) {
        noteKept(false);
        throw error;
      }
      noteKept(true);
      wrote(document);
    },
    async remove(tombstone) {
      const outcome = await store.remove(tombstone);
      if (outcome === 'removed') wrote(tombstone);
      return outcome;
    },
  };
}
