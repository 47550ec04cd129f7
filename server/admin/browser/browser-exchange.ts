import { createStore } from 'zustand/vanilla';
import { openDocumentChannel } from '#shared/admin/document-channel.ts';
import type { AdminPorts } from '#shared/admin/ports.ts';
import { documentStatuses, type ExchangeState } from '#shared/contract/workspace.ts';
import { isExchanged } from '#shared/workspace/document-ids.ts';
import { asleep, type Exchange } from '#shared/workspace/exchange-port.ts';
import type { DeletionAnswer } from '#shared/workspace/held-deletions.ts';
import type { DocumentName, DocumentStore, ExchangeStore } from '#shared/workspace/store-port.ts';
import type { TabLead, TabLeadOptions } from './tab-lead.ts';

interface BrowserExchangeOptions {
  store: ExchangeStore;
  /** An exchange over that store, not started. */
  createExchange(): Exchange;
  openChannel: AdminPorts['openChannel'];
  uniqueId(): string;
  createLead(on: Pick<TabLeadOptions, 'onLead' | 'onLost'>): TabLead;
  /** Whether this tab is shown, and when that or the network changes. */
  page: { isHidden(): boolean; onShown(listener: () => void): void; onNetwork(listener: () => void): void };
}

/** What a tab asks of the one that leads. */
type Wish = { type: 'sync' | 'adopt' } | { type: 'answer'; key: string; answer: DeletionAnswer };

/** Among the tabs of one browser. `done` answers a wish. */
type TabMessage =
  | { type: 'state'; state: ExchangeState; isHidden: boolean }
  | { type: 'hello' }
  | { type: 'wrote'; id: string }
  | { type: 'done'; number: string }
  | (Wish & { number: string });

const ANSWERS_WITHIN_MS = 20_000;

/**
 * The exchange of a browser: one tab runs it for all, over one connection, and hands it on when it goes. The others
 * tell it what they have written, and show its state. `store` is what the admin writes to.
 */
export function createBrowserExchange(options: BrowserExchangeOptions): {
  store: DocumentStore;
  exchange: AdminPorts['exchange'];
} {
  const { page, uniqueId } = options;
  const channel = options.openChannel('ninefold:exchange');
  const documents = openDocumentChannel(options.openChannel);
  const answers = new Map<string, () => void>();
  /** As the exchange says it is, here or in the tab that leads. */
  let reported = asleep;
  const state = createStore(() => asleep);
  /** The store refused what was last typed in this tab, of which no exchange hears. */
  let isUnkept = false;
  let isAwake = false;
  let isLeaderHidden = false;
  let running: Exchange | null = null;

  const post = (message: TabMessage) => channel.post(message);
  function show(next: ExchangeState): void {
    reported = next;
    state.setState(isUnkept ? { ...next, status: 'not-kept' } : next, true);
  }
  function noteKept(isKept: boolean): void {
    if (isUnkept !== isKept) return;
    isUnkept = !isKept;
    show(reported);
  }
  const tellState = () => post({ type: 'state', state: reported, isHidden: page.isHidden() });

  /** The exchange of this tab, at work. */
  function wake(): Exchange {
    isAwake = true;
    if (running) return running;
    const exchange = options.createExchange();
    running = exchange;
    exchange.onState(() => {
      if (running !== exchange) return;
      show(exchange.state());
      tellState();
    });
    exchange.onForeign((changes) => {
      for (const change of changes) documents.tell(change);
    });
    exchange.start();
    return exchange;
  }
  function grant(wish: Wish): Promise<void> {
    const exchange = wake();
    if (wish.type === 'answer') return exchange.answerDeletions(wish.key, wish.answer);
    return wish.type === 'sync' ? exchange.syncNow() : exchange.adoptSite();
  }
  async function serve(wish: Wish, number: string): Promise<void> {
    try {
      await grant(wish);
    } catch (error) {
      // The tab that asked sees by the state that nothing has changed.
      console.error(`The exchange could not ${wish.type}`, error);
    }
    post({ type: 'done', number });
  }

  const lead = options.createLead({
    onLead() {
      if (isAwake) wake();
      // What was asked of the tab that is gone.
      for (const done of answers.values()) void running?.syncNow().finally(done);
    },
    onLost() {
      void running?.stop();
      running = null;
    },
  });

  /** Does it where this tab leads, or asks the one that does; resolves also when nobody answers. */
  function ask(wish: Wish): Promise<void> {
    if (lead.isLeading()) return grant(wish);
    const number = uniqueId();
    isAwake = true;
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
  }

  channel.listen((message) => {
    const said = readMessage(message);
    if (said?.type === 'done') answers.get(said.number)?.();
    if (lead.isLeading()) {
      if (said?.type === 'hello' && isAwake) tellState();
      if (said?.type === 'wrote') running?.noticeWrite(said.id);
      if (said?.type === 'sync' || said?.type === 'adopt' || said?.type === 'answer') void serve(said, said.number);
    } else if (said?.type === 'state') {
      isAwake = true;
      isLeaderHidden = said.isHidden;
      show(said.state);
    }
  });
  post({ type: 'hello' });
  page.onShown(() => {
    if (lead.isLeading()) {
      if (isAwake) tellState();
    } else if (isLeaderHidden && !page.isHidden()) {
      // Browsers slow down what runs in the background, and what is typed here must not wait for it.
      isLeaderHidden = false;
      lead.take();
    }
  });
  page.onNetwork(() => void running?.syncNow());

  function wrote(document: DocumentName): void {
    if (!isExchanged(document)) return;
    if (running) running.noticeWrite(document.id);
    else post({ type: 'wrote', id: document.id });
    if (running || !isAwake || reported.status === 'on-this-computer') return;
    const waiting = [...new Set([...reported.waiting, document.id])];
    show({ ...reported, waiting, status: reported.status === 'on-the-server' ? 'waiting' : reported.status });
  }
  async function append(document: DocumentName, update: Uint8Array): Promise<void> {
    try {
      await options.store.append(document, update);
    } catch (error) {
      noteKept(false);
      throw error;
    }
    noteKept(true);
    wrote(document);
  }

  return {
    store: {
      ...options.store,
      append,
      async remove(tombstone) {
        const outcome = await options.store.remove(tombstone);
        if (outcome === 'removed') wrote(tombstone);
        return outcome;
      },
    },
    exchange: {
      state,
      statusOf(documentId) {
        if (running) return running.statusOf(documentId);
        if (reported.waiting.includes(documentId)) return 'waiting';
        return reported.status === 'waiting' ? 'on-the-server' : reported.status;
      },
      syncNow: () => ask({ type: 'sync' }),
      adoptSite: () => ask({ type: 'adopt' }),
      answerDeletions: (key, answer) => ask({ type: 'answer', key, answer }),
    },
  };
}

const types: readonly TabMessage['type'][] = ['state', 'hello', 'wrote', 'sync', 'adopt', 'answer', 'done'];

/** Tabs of another version may speak otherwise: what is not understood is passed over. */
function readMessage(message: unknown): TabMessage | null {
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  if (!types.some((type) => type === message.type)) return null;
  const said = message as TabMessage;
  if (said.type !== 'state') return said;
  const { status, waiting } = said.state ?? {};
  if (!documentStatuses.includes(status) || !Array.isArray(waiting)) return null;
  return { ...said, state: { ...asleep, ...said.state } };
}
