import { openDocument } from './document.ts';
import { ALL, changed, type ExchangeStoreRule, name, namesOf, placeAt, unsentOf } from './exchange-store-fixture.ts';
import { append, contentOf, draft, same, typing } from './store-fixture.ts';
import { tombstoneOf } from './tombstone.ts';

/** The rules for a change until the server has it. */
export const outboxConformance: readonly ExchangeStoreRule[] = [
  {
    rule: 'what is written here waits to be sent, in its order, each under a name of its own, also after a restart',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      const updates = [type('one '), type('two')];
      for (const update of updates) await store.append(draft, update);
      await store.remove(tombstoneOf(document, 3));
      const again = await reopen();
      const changes = await again.unsent(ALL);
      same(
        changes.map((each) => each.type),
        ['update', 'update', 'delete'],
      );
      same(
        changes.flatMap((each) => (each.type === 'update' ? [[...each.update]] : [])),
        updates.map((update) => [...update]),
      );
      same(new Set(namesOf(changes)).size, 3);
      same([...(await again.waiting())], [[draft.id, 3]]);
      same(namesOf(await store.unsent(ALL)), namesOf(changes));
    },
  },
  {
    rule: 'what belongs to one device is kept and never sent, and no server can write it',
    async prove({ store }) {
      const document = openDocument({ id: 'preferences:this-device', kind: 'preferences' });
      document.setField('run', 'run:1');
      await append(store, document);
      await store.remove(tombstoneOf(document, 1));
      await append(store, openDocument({ id: 'nameless', kind: 'draft' }));
      same(await unsentOf(store), []);
      const { id, kind } = document;
      const change = { id, kind, type: 'update', update: document.encode(), changeId: null } as const;
      const received = await store.receive([change, { ...change, id: 'prompt:1' }], placeAt(1));
      same(received.length, 0);
      same((await store.load('prompt:1')).length, 0);
      same((await store.documents({ after: null, limit: 10 })).length, 0);
    },
  },
  {
    rule: 'a removal that changes nothing is not sent',
    async prove({ store }) {
      const { document, type } = typing();
      await store.append(draft, type('seen'));
      const tombstone = tombstoneOf(document, 1);
      await store.append(draft, type(' unseen'));
      same(await store.remove(tombstone), 'kept');
      same((await unsentOf(store)).length, 2);
      same(await store.remove(tombstoneOf(document, 2)), 'removed');
      same(await store.remove(tombstoneOf(document, 3)), 'removed');
      same((await unsentOf(store)).length, 3);
    },
  },
  {
    rule: 'a page of what is unsent holds no more than was asked for, and at least one',
    async prove({ store }) {
      const { type } = typing();
      for (let index = 0; index < 5; index += 1) await store.append(draft, type(`${index}`.repeat(100)));
      const all = await unsentOf(store);
      same(namesOf(await store.unsent({ limit: 2, bytes: 1_000_000 })), all.slice(0, 2));
      same(namesOf(await store.unsent({ limit: 10, bytes: 300 })).length, 2);
      same(namesOf(await store.unsent({ limit: 10, bytes: 1 })), all.slice(0, 1));
      const except = new Set(all.slice(0, 3));
      same(namesOf(await store.unsent({ ...ALL, except })), all.slice(3));
    },
  },
  {
    rule: 'what is unsent survives compacting, removing and purging',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      for (const word of ['one ', 'two ', 'three']) await store.append(draft, type(word));
      const before = await unsentOf(store);
      await store.compact(draft.id);
      await store.remove(tombstoneOf(document, 1));
      await store.purge(2);
      same((await unsentOf(await reopen())).slice(0, 3), before);
    },
  },
  {
    rule: 'what the server acknowledged is not sent again, and has left when the server gave it back',
    async prove({ store, reopen }) {
      const { type } = typing();
      const update = type('word');
      await store.append(draft, update);
      const [id = ''] = await unsentOf(store);
      await store.acknowledge([
        { id, seq: 5 },
        { id: name(99), seq: 6 },
      ]);
      const again = await reopen();
      same(await unsentOf(again), []);
      same([...(await again.waiting())], []);
      const received = await again.receive([changed(update, id)], placeAt(5));
      same(received.length, 0);
      same((await again.load(draft.id)).length, 1);
      await again.receive([], placeAt(6));
      same(await unsentOf(again), []);
    },
  },
  {
    rule: 'what the server acknowledged and lost again is sent once more',
    async prove({ store, reopen }) {
      const { type } = typing();
      await store.append(draft, type('word'));
      const before = await unsentOf(store);
      await store.receive([], placeAt(3));
      await store.acknowledge(before.map((id) => ({ id, seq: 5 })));
      await store.receive([], placeAt(4, false));
      same(await unsentOf(store), []);
      await store.receive([], placeAt(4));
      same(await unsentOf(await reopen()), before);
    },
  },
  {
    rule: 'what the server has behind our place has left, although it was not given back',
    async prove({ store, reopen }) {
      const { type } = typing();
      await store.append(draft, type('word'));
      await store.receive([], placeAt(10));
      await store.acknowledge((await unsentOf(store)).map((id) => ({ id, seq: 7 })));
      await store.receive([], placeAt(11));
      same(await unsentOf(await reopen()), []);
    },
  },
  {
    rule: 'what the server gives back has arrived, also where its answer was lost',
    async prove({ store }) {
      const { type } = typing();
      const update = type('word');
      await store.append(draft, update);
      const [id = ''] = await unsentOf(store);
      await store.receive([changed(update, id)], placeAt(1));
      same(await unsentOf(store), []);
      same((await store.load(draft.id)).length, 1);
    },
  },
  {
    rule: 'what comes back under our name with more in it is taken in',
    async prove({ store }) {
      const { document, type } = typing();
      await store.append(draft, type('mine'));
      const [id = ''] = await unsentOf(store);
      const other = typing([document.encode()]);
      other.type(' and theirs');
      const foreign = await store.receive([changed(other.document.encode(), id)], placeAt(2));
      same(foreign.length, 1);
      same(await contentOf(store), 'mine and theirs');
      same(await unsentOf(store), []);
    },
  },
];
