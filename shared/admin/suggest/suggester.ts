import { follow } from './follow-suggestion.ts';
import type { AskedSuggestion } from './kept-suggestion.ts';
import { wishFor } from './price.ts';
import { putInActions } from './put-in.ts';
import { bodyOf, renewedScope, scopeOf } from './suggested-parts.ts';
import { createSuggesterCore, type SuggesterCore, type SuggesterOptions } from './suggester-core.ts';
import type { Suggester, Wish } from './suggester-states.ts';

/** The model's help inside one post (docs/rules.md, "Help inside a post"). */
export function createSuggester(options: SuggesterOptions): Suggester {
  const core = createSuggesterCore(options);
  const { store, stops, set, post, language, close } = core;
  const wishOf = ({ body, anchor, isWhole, isFeatured }: AskedSuggestion): Wish => {
    const { kind, command } = body;
    return { kind, command, language: body.language || language.get(), anchor, isWhole, isFeatured };
  };
  const stopAsked = () => {
    const now = store.getState();
    if (now.kind === 'asking') stops.stop(now.asked.key);
  };

  const putIn = putInActions(core);

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    ...putIn,
    open(kind, { isFeatured = false, command = '', ofWhole = false } = {}) {
      stopAsked();
      close();
      wishFor(core, { kind, command, language: language.get(), isFeatured, ...scopeOf(post, kind, ofWhole) });
    },
    change(given) {
      const now = store.getState();
      if (now.kind === 'wishing') wishFor(core, { ...now.wish, ...given }, now.before);
    },
    async ask() {
      const now = store.getState();
      if (now.kind === 'wishing') await buy(core, now.wish);
    },
    stop() {
      const now = store.getState();
      if (now.kind !== 'asking') return;
      core.letGo();
      stopAsked();
      core.forget();
      set({ ...now, kind: 'failed', message: STOPPED, isOver: true });
    },
    async tryAgain() {
      const now = store.getState();
      if (now.kind === 'failed' && !now.isOver) await follow(core, now.asked);
      else if (now.kind === 'failed' || now.kind === 'answered') wishFor(core, wishOf(now.asked), now);
    },
    back() {
      const now = store.getState();
      if (now.kind !== 'wishing') return;
      if (!now.before) return close();
      core.letGo();
      set(now.before);
      putIn.look();
    },
    askAboutNew() {
      const now = store.getState();
      if (now.kind === 'closed' || now.kind === 'asking') return;
      const wish = now.kind === 'wishing' ? now.wish : wishOf(now.asked);
      close();
      wishFor(core, { ...wish, ...renewedScope(post, wish) });
    },
    discard() {
      stopAsked();
      close();
    },
    async resume() {
      if (store.getState().kind !== 'closed') return;
      const asked = await core.find();
      // The server knows a key for thirty days. After that, the same call would buy again what nobody waits for any
      // more.
      if (asked && core.clock.now() - asked.askedAt > KEPT_MS) core.forget();
      else if (asked && store.getState().kind === 'closed') await follow(core, asked);
    },
    leave: core.letGo,
  };
}

const KEPT_MS = 25 * 24 * 60 * 60 * 1000;
const STOPPED = 'Stopped. Nothing was put in.';

/** Buys a wish, once what is asked for is on the disk. */
async function buy(core: SuggesterCore, wish: Wish): Promise<void> {
  const { store, post } = core;
  const body = bodyOf(post, wish);
  if (!body) return wishFor(core, { ...wish, ...renewedScope(post, wish) });
  const { anchor, isWhole, isFeatured } = wish;
  const asked: AskedSuggestion = {
    key: core.unique(),
    body,
    anchor,
    isWhole,
    isFeatured,
    askedAt: core.clock.now(),
    done: [],
  };
  const signal = core.begin();
  core.set({ kind: 'asking', asked, output: '', how: 'asking' });
  if (wish.kind === 'translate') core.language.set(wish.language);
  await core.keep(asked);
  // The suggestion may have been stopped, or the form left, during the write to the disk.
  const now = store.getState();
  if (!signal.aborted && now.kind === 'asking') await follow(core, asked);
}
