import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredDocument } from '#server/repositories/workspace-documents.ts';
import { openWriter, type Writer } from '#server/test-workspace.ts';
import { covers, joinReaches, workOnUpdates } from '#server/workers/read-updates.ts';
import type { WorkspaceUpdate } from '#shared/contract/workspace.ts';
import { applyChanges } from './apply-changes.ts';
import type { ReadChange } from './read-changes.ts';

const nothing: StoredDocument = {
  id: 'draft:one',
  kind: 'draft',
  reach: new Uint8Array([0]),
  size: 0,
  deletedAt: null,
  isForgotten: false,
};

function read(change: WorkspaceUpdate): ReadChange {
  const data = new Uint8Array(Buffer.from(change.type === 'update' ? change.update : change.seen, 'base64'));
  const [facts] = workOnUpdates({ work: 'read', sent: [{ type: change.type, bytes: data }] }) as ReadChange[];
  if (!facts) throw new Error('Our own bytes can be read');
  return { ...facts, change, place: 0, data };
}

/** The state of the server after these pushes, one after the other. */
function afterPushes(pushes: readonly (readonly ReadChange[])[]) {
  let document = nothing;
  let tombstones: { seq: number; data: Uint8Array }[] = [];
  let seq = 0;
  for (const changes of pushes) {
    const applied = applyChanges({ document, tombstones }, changes, { covers, joinReaches }, 5);
    document = applied.document;
    tombstones = tombstones.filter((each) => !applied.superseded.includes(each.seq));
    for (const { change, data } of changes) {
      seq += 1;
      if (change.type === 'delete' && applied.kept.has(change.id)) tombstones.push({ seq, data });
    }
  }
  return {
    isDeleted: document.deletedAt !== null,
    reach: [...document.reach],
    tombstones: tombstones.map(({ data }) => data.join()).sort(),
  };
}

type Act = { writer: number; does: 'type' | 'remove' | 'meet' };

/** The changes that three writers make to one document; now and then, one of them takes in another's changes. */
function live(acts: readonly Act[]): ReadChange[] {
  const writers: Writer[] = [1, 2, 3].map(() => openWriter());
  const changes: ReadChange[] = [];
  for (const { writer: which, does } of acts) {
    const writer = writers[which % 3];
    const other = writers[(which + 1) % 3];
    if (!writer || !other) continue;
    if (does === 'type') changes.push(read(writer.type('x')));
    else if (does === 'remove') changes.push(read(writer.remove()));
    else writer.document.apply(other.document.encode());
  }
  return changes;
}

test('in whatever order and parts the same changes come, the same is deleted, by the same tombstones', () => {
  const act = fc.record({
    writer: fc.nat(2),
    does: fc.constantFrom('type' as const, 'type' as const, 'remove' as const, 'meet' as const),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 14 }), fc.infiniteStream(fc.nat(1000)), (acts, random) => {
      const changes = live(acts);
      const draw = () => random.next().value ?? 0;
      const shuffled = changes
        .map((change) => ({ change, at: draw() }))
        .sort((a, b) => a.at - b.at)
        .map(({ change }) => change);
      const parts: ReadChange[][] = [];
      for (const change of shuffled) {
        const last = parts.at(-1);
        if (last && draw() % 2 === 0) last.push(change);
        else parts.push([change]);
      }
      expect(afterPushes(parts)).toEqual(afterPushes(changes.map((change) => [change])));
    }),
    { seed: 11, numRuns: 300 },
  );
});

test('a document is deleted exactly when a tombstone covers all that was written', () => {
  const writer = openWriter();
  const [one, gone] = [read(writer.type('one')), read(writer.remove())];
  const two = read(writer.type('two'));
  expect(afterPushes([[one], [gone]]).isDeleted).toBe(true);
  expect(afterPushes([[one], [gone], [two]]).isDeleted).toBe(false);
  expect(afterPushes([[two], [gone], [one]]).isDeleted).toBe(false);
  expect(afterPushes([[gone]]).isDeleted).toBe(true);
});

test('since when a document is deleted is the first time, until it has lived again', () => {
  const writer = openWriter();
  const changes = { covers, joinReaches };
  const first = applyChanges(
    { document: nothing, tombstones: [] },
    [read(writer.type('x')), read(writer.remove())],
    changes,
    5,
  );
  expect(first.document.deletedAt).toBe(5);
  const again = applyChanges({ document: first.document, tombstones: [] }, [read(writer.remove())], changes, 9);
  expect(again.document.deletedAt).toBe(5);
  const back = applyChanges({ document: again.document, tombstones: [] }, [read(writer.type('y'))], changes, 12);
  expect(back.document.deletedAt).toBeNull();
});

test('a forgotten document keeps nothing of what comes while it stays deleted', () => {
  const writer = openWriter();
  const update = read(writer.type('long ago'));
  const seen = writer.document.stateVector();
  const forgotten = { ...nothing, reach: update.reach, deletedAt: 5, isForgotten: true };
  const before = { document: forgotten, tombstones: [{ seq: 1, data: seen }] };
  const late = applyChanges(before, [update], { covers, joinReaches }, 9);
  expect(late).toMatchObject({ document: { isForgotten: true, size: 0 }, kept: new Set(), lacksItsBeginning: false });
  const edit = read(writer.type(' and now'));
  expect(applyChanges(before, [edit], { covers, joinReaches }, 9).lacksItsBeginning).toBe(true);
  const whole = read({
    ...edit.change,
    id: randomUUID(),
    type: 'update',
    update: Buffer.from(writer.document.encode()).toString('base64'),
  } as WorkspaceUpdate);
  expect(applyChanges(before, [edit, whole], { covers, joinReaches }, 9)).toMatchObject({
    document: { isForgotten: false, deletedAt: null },
    lacksItsBeginning: false,
  });
});
