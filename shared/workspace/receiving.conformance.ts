import { openDocument } from './document.ts';
import { ALL, changed, deleted, type ExchangeStoreRule, name, placeAt, unsentOf } from './exchange-store-fixture.ts';
import { append, contentOf, draft, same, typing } from './store-fixture.ts';
import { covers, tombstoneOf } from './tombstone.ts';

/** The rules for changes that the server sends. */
export const receivingConformance: readonly ExchangeStoreRule[] = [
  {
    rule: 'what comes in is stored together with its place, is told once a document, and is not sent back',
    async prove({ store, reopen }) {
      const { type } = typing();
      same(await store.place(), null);
      const first = [changed(type('one '), name(1)), changed(type('two '), name(2))];
      const foreign = await store.receive(first, placeAt(2, false));
      same(
        foreign.map(({ id, kind, isRemoved }) => [id, kind, isRemoved]),
        [[draft.id, 'draft', false]],
      );
      const fresh = openDocument(
        draft,
        foreign.flatMap(({ update }) => update ?? []),
      );
      same(fresh.text('content'), 'one two ');
      const again = await reopen();
      await again.receive([changed(type('three'), name(3))], placeAt(3));
      same(await contentOf(again), 'one two three');
      same(await again.list('draft'), [draft.id]);
      same(await again.place(), { siteId: 'site', cursor: { siteId: 'site', seq: 3, id: name(3) }, isLost: false });
      same(await unsentOf(again), []);
    },
  },
  {
    rule: 'a deletion that comes in removes what it has seen, whichever comes first',
    async prove({ store }) {
      const { document, type } = typing();
      const update = type('gone');
      const foreign = await store.receive([deleted(document), changed(update)], placeAt(2));
      same(
        foreign.map(({ isRemoved }) => isRemoved),
        [true],
      );
      same(await store.list('draft'), []);
      same(await contentOf(store), 'gone');
      const other = openDocument({ id: 'draft:two', kind: 'draft' });
      other.setText('content', 'gone too');
      await store.receive([deleted(other)], placeAt(3));
      await append(store, other);
      same(await store.list('draft'), []);
      same((await store.tombstones()).map(({ id }) => id).sort(), [draft.id, 'draft:two']);
    },
  },
  {
    rule: 'an edit that comes in and that the deleter had not seen brings the document back',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      await store.append(draft, type('before '));
      await store.remove(tombstoneOf(document, 1));
      const foreign = await store.receive([changed(type('after'))], placeAt(1));
      same(foreign[0]?.isRemoved, false);
      same(await store.lacksBeginnings(null), false);
      const again = await reopen();
      same(await again.list('draft'), [draft.id]);
      same((await again.tombstones()).length, 0);
      same(await contentOf(again), 'before after');
    },
  },
  {
    rule: 'of a document that comes back, what was forgotten here is missed until a comparison has asked for it',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      const before = type('before ');
      await store.append(draft, before);
      await store.remove(tombstoneOf(document, 1));
      await store.purge(2);
      same(await store.lacksBeginnings(null), false);
      await store.receive([changed(type('after'))], placeAt(1));
      same(await store.list('draft'), [draft.id]);
      const again = await reopen();
      same(await again.lacksBeginnings(['draft:other']), false);
      same(await again.lacksBeginnings([draft.id]), true);
      same(await again.lacksBeginnings(null), true);
      await again.receive([], placeAt(2));
      same(await again.lacksBeginnings(null), true);
      await again.startOver('site');
      await again.receive([], placeAt(3));
      same(await again.lacksBeginnings(null), false);
    },
  },
  {
    rule: 'of a document that comes back in a comparison, what was forgotten here was not asked for yet',
    async prove({ store }) {
      const { document, type } = typing();
      await store.append(draft, type('before '));
      await store.remove(tombstoneOf(document, 1));
      await store.purge(2);
      // While the document is deleted, a comparison asks only for the part that the deleter had not seen.
      await store.startOver('site');
      await store.receive([changed(type('after'))], placeAt(1));
      same(await store.lacksBeginnings([draft.id]), true);
      await store.startOver('site');
      await store.receive([], placeAt(1));
      same(await store.lacksBeginnings([draft.id]), false);
    },
  },
  {
    rule: 'what is written anew over what was forgotten misses it too, and has it once it came',
    async prove({ store }) {
      const { document, type } = typing();
      const before = type('before');
      await store.append(draft, before);
      await store.remove(tombstoneOf(document, 1));
      await store.purge(2);
      await store.append(draft, typing().type('anew'));
      same(await store.lacksBeginnings([draft.id]), true);
      await store.receive([changed(before)], placeAt(1));
      same(await store.lacksBeginnings([draft.id]), false);
    },
  },
  {
    rule: 'whoever deletes here deletes what was forgotten here too, and whoever deletes elsewhere had to see it',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      await store.append(draft, type('before'));
      await store.remove(tombstoneOf(document, 1));
      await store.purge(2);
      const anew = typing();
      await store.append(draft, anew.type('anew'));
      await store.receive([deleted(anew.document)], placeAt(1));
      same(await store.list('draft'), [draft.id]);
      const again = await reopen();
      same(await again.remove(tombstoneOf(anew.document, 3)), 'removed');
      same(await again.list('draft'), []);
      const tombstone = (await again.unsent(ALL)).at(-1);
      const isCovered = tombstone?.type === 'delete' && covers(tombstone.seen, document.stateVector());
      same(isCovered, true);
    },
  },
  {
    rule: 'deletions unseen by each other are all kept until an edit overrules them, in whatever order they come',
    async prove({ store, reopen }) {
      const { document, type } = typing();
      const base = type('base ');
      const left = typing([base]);
      const right = typing([base]);
      const [leftEdit, rightEdit] = [left.type('left '), right.type('right ')];
      await store.receive([deleted(left.document), changed(base), deleted(right.document)], placeAt(1));
      same((await store.tombstones()).length, 2);
      await store.receive([deleted(document)], placeAt(2));
      same((await store.tombstones()).length, 2);
      await store.receive([changed(leftEdit)], placeAt(3));
      const again = await reopen();
      same(await again.list('draft'), []);
      same((await again.tombstones()).length, 1);
      await again.append(draft, rightEdit);
      same(await again.list('draft'), [draft.id]);
      same((await again.tombstones()).length, 0);
    },
  },
  {
    rule: 'where an unsent edit overrules a deletion that comes in, the document is sent whole',
    async prove({ store }) {
      const { document, type } = typing();
      await store.receive([changed(type('base '))], placeAt(1));
      const tombstone = deleted(document);
      await store.append(draft, type('edit'));
      same((await unsentOf(store)).length, 1);
      await store.receive([tombstone], placeAt(2));
      const changes = await store.unsent(ALL);
      const [, whole] = changes;
      same(changes.length, 2);
      same(openDocument(draft, whole?.type === 'update' ? [whole.update] : []).text('content'), 'base edit');
      same(await store.list('draft'), [draft.id]);
    },
  },
];
