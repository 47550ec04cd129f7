import { openDocument } from './document.ts';
import { changed, type ExchangeStoreRule, name, placeAt, unsentOf } from './exchange-store-fixture.ts';
import { outboxConformance } from './outbox.conformance.ts';
import { receivingConformance } from './receiving.conformance.ts';
import { append, draft, same, typing } from './store-fixture.ts';
import { tombstoneOf } from './tombstone.ts';

/**
 * The rules for a store that is exchanged with a server, in addition to `storeConformance`. Independent of any test
 * runner.
 */
export const exchangeStoreConformance: readonly ExchangeStoreRule[] = [
  ...outboxConformance,
  ...receivingConformance,
  {
    rule: 'starting over forgets the place and what was acknowledged, until the server has been followed to its end',
    async prove({ store, reopen }) {
      const { type } = typing();
      await store.append(draft, type('word'));
      const before = await unsentOf(store);
      await store.receive([], placeAt(1));
      await store.acknowledge(before.map((id) => ({ id, seq: 2 })));
      await store.startOver('other');
      const again = await reopen();
      same(await again.place(), { siteId: 'other', cursor: null, isLost: true });
      same(await unsentOf(again), before);
      await again.receive([], { siteId: 'other', cursor: null, isEnd: false });
      same((await again.place())?.isLost ?? false, true);
      await again.receive([], { siteId: 'other', cursor: null, isEnd: true });
      same(await again.place(), { siteId: 'other', cursor: null, isLost: false });
    },
  },
  {
    rule: 'the count of deletions is kept over a restart and a new beginning, until another takes its place or none',
    async prove({ store, reopen }) {
      same(await store.deletionCount(), null);
      await store.keepDeletionCount('first');
      await store.keepDeletionCount('second');
      await store.startOver('site');
      const again = await reopen();
      same(await again.deletionCount(), 'second');
      await again.keepDeletionCount(null);
      same(await (await reopen()).deletionCount(), null);
    },
  },
  {
    rule: 'what a comparison found missing is sent without being stored again',
    async prove({ store, reopen }) {
      const { type } = typing();
      const update = type('word');
      await store.receive([changed(update)], placeAt(1));
      await store.enqueue([{ ...draft, type: 'update', update, changeId: name(50) }]);
      const again = await reopen();
      same(await unsentOf(again), [name(50)]);
      same((await again.load(draft.id)).length, 1);
    },
  },
  {
    rule: 'a change takes the place of unsent ones that it names, and of none that the server has',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      for (const word of ['one ', 'two ', 'three ', 'four']) await store.append(draft, type(word));
      const [sent = '', second = '', third = '', fourth = ''] = await unsentOf(store);
      await store.acknowledge([{ id: sent, seq: 7 }]);
      const whole = { ...draft, type: 'update', update: document.encode(), changeId: name(50) } as const;
      await store.enqueue([whole], [sent, second, third]);
      const again = await reopen();
      same(await unsentOf(again), [fourth, name(50)]);
      await again.startOver('site');
      same(await unsentOf(again), [sent, fourth, name(50)]);
      same((await again.load(draft.id)).length, 4);
    },
  },
  {
    rule: 'all documents are given page by page, by their ids, removed ones with their deletions',
    async prove({ store }) {
      const ids = ['run:1', 'draft:b', 'prompt:1', 'draft:a'];
      for (const id of ids) {
        const kind = id.startsWith('run') ? 'run' : id.startsWith('draft') ? 'draft' : 'prompt';
        const document = openDocument({ id, kind });
        document.setField('name', id);
        await append(store, document);
        if (id === 'draft:b') await store.remove(tombstoneOf(document, 4));
      }
      const first = await store.documents({ after: null, limit: 3 });
      same(
        first.map(({ id, kind }) => [id, kind]),
        [
          ['draft:a', 'draft'],
          ['draft:b', 'draft'],
          ['prompt:1', 'prompt'],
        ],
      );
      same(
        first.map(({ updates, deletions }) => [updates.length, deletions.length]),
        [
          [1, 0],
          [1, 1],
          [1, 0],
        ],
      );
      const rest = await store.documents({ after: 'prompt:1', limit: 3 });
      same(
        rest.map(({ id }) => id),
        ['run:1'],
      );
    },
  },
];
