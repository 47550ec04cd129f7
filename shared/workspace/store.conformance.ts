import { openDocument } from './document.ts';
import { discardDraft, GENERATED_DRAFT_PREFIX, openNewDraft } from './post-draft.ts';
import { append, contentOf, draft, same, typing } from './store-fixture.ts';
import type { DocumentStore } from './store-port.ts';
import { tombstoneOf } from './tombstone.ts';

/** A store to test, empty, and a way to open the same storage again, as after a restart. */
interface StoreUnderTest {
  store: DocumentStore;
  reopen(): Promise<DocumentStore>;
}

interface StoreRule {
  rule: string;
  /** Throws when the store breaks the rule. */
  prove(subject: StoreUnderTest): Promise<void>;
}

/** The rules for every document store, the same for memory, IndexedDB and SQLite. Independent of any test runner. */
export const storeConformance: readonly StoreRule[] = [
  {
    rule: 'a document nobody wrote has no updates and is in no list',
    async prove({ store }) {
      same((await store.load('draft:none')).length, 0);
      same(await store.list('draft'), []);
      await store.compact('draft:none');
    },
  },
  {
    rule: 'updates come back byte for byte, oldest first, also after a restart',
    async prove({ store, reopen }) {
      const { type } = typing();
      const updates = [type('one '), type('two '), type('three')];
      for (const update of updates) await store.append(draft, update);
      const again = await reopen();
      const plain = (list: readonly Uint8Array[]) => list.map((update) => [...update]);
      same(plain(await again.load(draft.id)), plain(updates));
      same(await contentOf(again), 'one two three');
    },
  },
  {
    rule: 'a list holds the documents of its own kind',
    async prove({ store }) {
      await append(store, openDocument(draft));
      await append(store, openDocument({ id: 'prompt:3', kind: 'prompt' }));
      same(await store.list('draft'), [draft.id]);
      same(await store.list('prompt'), ['prompt:3']);
      same(await store.list('run'), []);
    },
  },
  {
    rule: 'what a list says of a draft is what it says now, also after a restart',
    async prove({ store, reopen }) {
      const said = async (from: DocumentStore) =>
        (await from.summaries()).map(({ id, name, isUnsaved }) => ({ id, name, isUnsaved }));
      same(await said(store), []);
      const document = openNewDraft('draft:new-1');
      document.setText('title', 'Salt');
      await append(store, document);
      await append(store, openNewDraft(`${GENERATED_DRAFT_PREFIX}1`));
      await append(store, openDocument({ id: 'prompt:3', kind: 'prompt' }));
      const first = [{ id: document.id, name: 'Salt', isUnsaved: true }];
      same(await said(store), first);
      same(await said(await reopen()), first);
      const seen = document.stateVector();
      document.setText('title', 'Salt and water');
      await store.append({ id: document.id, kind: 'draft' }, document.encode(seen));
      same(await said(store), [{ ...first[0], name: 'Salt and water' }]);
      await store.compact(document.id);
      discardDraft(document, 5);
      await append(store, document);
      same((await store.summaries())[0]?.discardedAt, 5);
      await store.remove(tombstoneOf(document, 6));
      same(await store.summaries(), []);
    },
  },
  {
    rule: 'an update is kept as it was given, whatever becomes of its bytes',
    async prove({ store }) {
      const { type } = typing();
      const update = type('kept');
      const appended = store.append(draft, update);
      await appended;
      update.fill(0);
      same(await contentOf(store), 'kept');
    },
  },
  {
    rule: 'updates appended at once are all kept',
    async prove({ store, reopen }) {
      const { type } = typing();
      const updates = Array.from({ length: 20 }, (_, index) => type(`${index} `));
      await Promise.all(updates.map((update) => store.append(draft, update)));
      same(await contentOf(await reopen()), updates.map((_, index) => `${index} `).join(''));
    },
  },
  {
    rule: 'an update given twice does no harm',
    async prove({ store }) {
      const { type } = typing();
      const update = type('once');
      await store.append(draft, update);
      await store.append(draft, update);
      same(await contentOf(store), 'once');
    },
  },
  {
    rule: 'a removed document is in no list, and what it held can still be read',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      await store.append(draft, type('gone'));
      same(await store.remove(tombstoneOf(document, 1)), 'removed');
      const again = await reopen();
      same(await again.list('draft'), []);
      same(await contentOf(again), 'gone');
      const [tombstone] = await again.tombstones();
      same([tombstone?.id ?? '', tombstone?.kind ?? '', tombstone?.at ?? 0], [draft.id, 'draft', 1]);
    },
  },
  {
    rule: 'an edit the deleter had not seen wins over the deletion',
    async prove({ store }) {
      const { document, type } = typing();
      await store.append(draft, type('seen '));
      const tombstone = tombstoneOf(document, 1);
      await store.append(draft, type('unseen'));
      same(await store.remove(tombstone), 'kept');
      same(await store.list('draft'), [draft.id]);
      same((await store.tombstones()).length, 0);
      same(await contentOf(store), 'seen unseen');
    },
  },
  {
    rule: 'an edit after the deletion brings the document back whole',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      await store.append(draft, type('before '));
      await store.remove(tombstoneOf(document, 1));
      await store.append(draft, type('after'));
      const again = await reopen();
      same(await again.list('draft'), [draft.id]);
      same((await again.tombstones()).length, 0);
      same(await contentOf(again), 'before after');
    },
  },
  {
    rule: 'an update the deleter had seen brings nothing back, whichever comes first',
    async prove({ store }) {
      const { document, type } = typing();
      const update = type('seen');
      same(await store.remove(tombstoneOf(document, 1)), 'removed');
      await store.append(draft, update);
      same(await store.list('draft'), []);
    },
  },
  {
    rule: 'compacting makes one update of many and changes no word',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      for (let index = 0; index < 30; index += 1) await store.append(draft, type(`${index} `));
      const before = await contentOf(store);
      await store.compact(draft.id);
      const again = await reopen();
      same((await again.load(draft.id)).length, 1);
      same(await contentOf(again), before);
      await again.append(draft, type('more'));
      same(await contentOf(again), document.text('content'));
    },
  },
  {
    rule: 'what is typed while a document is compacted is kept',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      await store.append(draft, type('one '));
      await store.append(draft, type('two '));
      await Promise.all([
        store.append(draft, type('three ')),
        store.compact(draft.id),
        store.append(draft, type('four ')),
        store.compact(draft.id),
        store.append(draft, type('five')),
      ]);
      same(await contentOf(await reopen()), document.text('content'));
    },
  },
  {
    rule: 'purging keeps the words of what may be written again under its name',
    async prove({ store }) {
      const prompt = openDocument({ id: 'prompt:3', kind: 'prompt' });
      prompt.setText('prompt', 'mine');
      await append(store, prompt);
      await store.remove(tombstoneOf(prompt, 1));
      await store.purge(2);
      same((await store.load('prompt:3')).length, 1);
    },
  },
  {
    rule: 'purging forgets what was removed before a time, and nothing that lives',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      await store.append(draft, type('old'));
      await append(store, openDocument({ id: 'draft:two', kind: 'draft' }));
      await store.remove(tombstoneOf(document, 10));
      await store.purge(10);
      same(await contentOf(store), 'old');
      await store.purge(11);
      const again = await reopen();
      same((await again.load(draft.id)).length, 0);
      same((await again.tombstones()).length, 1);
      same(await again.list('draft'), ['draft:two']);
    },
  },
];
