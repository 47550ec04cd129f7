import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { LARGEST_DOCUMENT, pushUpdates, type WorkspaceUpdate } from '#shared/contract/workspace.ts';
import { longTest } from '#tests/long-test.ts';
import { runsOf } from '#tests/share.ts';
import { createTestApp, SITE_ID, type TestApp } from '../test-app.ts';
import { refused } from '../test-call.ts';
import { fromBase64, openWriter, toBase64, tombstoneOf, updateOf } from '../test-workspace.ts';
import { workspaceCalls } from '../test-workspace-calls.ts';

// Abuse cases 13, 43, 46.

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
beforeEach(() => {
  app.database.sqlite.exec('delete from workspace_docs');
});
afterAll(() => app.close());

const body = (...updates: WorkspaceUpdate[]) => ({ siteId: SITE_ID, updates });
const { push, pull, compare, refusedPush } = workspaceCalls(
  () => app,
  () => cookie,
);

const stored = () => app.database.sqlite.prepare('select count(*) from workspace_updates').pluck().get();

/** Writes numbers as Yjs does: seven bits a byte, the lowest bits first. */
function bytesOf(...numbers: (number | Uint8Array)[]): Uint8Array {
  const bytes = numbers.flatMap((each) => {
    if (typeof each !== 'number') return [...each];
    const made: number[] = [];
    let rest = each;
    for (; rest > 127; rest = Math.floor(rest / 128)) made.push(128 + (rest % 128));
    return [...made, rest];
  });
  return new Uint8Array(bytes);
}

const good = () => openWriter().type('good');
const whole = fromBase64((good() as { update: string }).update);
const nested = new Uint8Array(40_000).fill(117).map((byte, index) => (index % 2 === 0 ? byte : 1));

function secondEncoding(): Uint8Array {
  const doc = new Y.Doc();
  doc.getText('text').insert(0, 'words');
  return Y.encodeStateAsUpdateV2(doc);
}

const broken: [what: string, bytes: Uint8Array][] = [
  ['nothing at all', new Uint8Array()],
  ['noise', new Uint8Array([255, 17, 3, 99, 4])],
  ['an update cut in the middle', whole.slice(0, whole.length - 4)],
  ['an update without what it deletes', whole.slice(0, -1)],
  ['a count of clients without clients', bytesOf(2 ** 40)],
  ['a count of parts without parts', bytesOf(1, 2 ** 40, 5, 0)],
  ['a count of deletions without deletions', bytesOf(0, 1, 5, 2 ** 40)],
  ['a number that is too long', new Uint8Array(20).fill(255)],
  ['a clock that overflows', bytesOf(1, 1, 5, Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER, 0)],
  ['a kind of content there is not', bytesOf(1, 1, 5, 0, 31, 1, new TextEncoder().encode('\u0004text'), 0)],
  ['values nested twenty thousand times', bytesOf(1, 1, 5, 0, 8, 1, new TextEncoder().encode('\u0004text'), 1, nested)],
  ['an update and something behind it', bytesOf(whole, 0)],
  ['the second encoding of Yjs', secondEncoding()],
];

describe('bytes that are no update are refused with their id, and nothing of their push is stored', () => {
  test.each(broken)('%s', async (_what, bytes) => {
    const [first, bad, last] = [good(), updateOf('draft:bad', bytes), good()];
    const refusal = await refusedPush(first, bad, last);
    expect(refusal).toMatchObject({ status: 422, code: 'update_refused' });
    expect(refusal.issues).toEqual([{ path: 'updates.1', message: `${bad.id} cannot be read` }]);
    expect(stored()).toBe(0);
    await push(first, last);
  });

  test('all of them at once', async () => {
    const { issues } = await refusedPush(...broken.map(([, bytes]) => updateOf('draft:bad', bytes)));
    expect(issues?.map(({ path }) => path)).toEqual(broken.map((_, index) => `updates.${index}`));
  });

  test('also as a tombstone', async () => {
    const refusal = await refusedPush(tombstoneOf('draft:one', new Uint8Array([200, 1])), good());
    expect(refusal.issues).toEqual([{ path: 'updates.0', message: expect.stringMatching(/ cannot be read$/) }]);
    expect(stored()).toBe(0);
  });

  test('any bytes: taken or refused, and what was taken can be pulled and compared', async () => {
    const made = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      // An update in which a few bytes are changed.
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }).map((changes) => {
        const bytes = whole.slice();
        for (const [at, byte] of changes) bytes[at] = byte;
        return bytes;
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(made, { minLength: 1, maxLength: 3 }), fc.boolean(), async (list, isFolded) => {
        app.database.sqlite.exec('delete from workspace_docs');
        const fresh = openWriter('draft:one', [whole]);
        await push(updateOf('draft:one', whole));
        for (const bytes of list) {
          const payload = body(updateOf('draft:one', bytes));
          const response = await app.http.inject({
            method: 'POST',
            url: pushUpdates.path,
            headers: { cookie },
            payload,
          });
          expect([200, 422]).toContain(response.statusCode);
        }
        if (isFolded) await app.services.workspace.fold('draft:one').catch(() => undefined);
        await push(fresh.type(' and more'));
        expect((await pull()).updates.length).toBeGreaterThan(0);
        const vector = toBase64(fresh.document.stateVector());
        await compare([{ documentId: 'draft:one', vector }]);
      }),
      { seed: 7, numRuns: runsOf(60, 6) },
    );
  });
});

describe('values inside each other', () => {
  const deep = (depth: number): unknown =>
    depth === 0 ? 'end' : depth % 2 ? [deep(depth - 1)] : { a: deep(depth - 1) };
  const write = (change: (doc: Y.Doc) => void) => {
    const doc = new Y.Doc();
    change(doc);
    return updateOf('draft:deep', Y.encodeStateAsUpdate(doc));
  };
  test.each<[string, (doc: Y.Doc, value: object) => void]>([
    ['a field', (doc, value) => doc.getMap('fields').set('a', value)],
    ['an embed', (doc, value) => doc.getText('text').insertEmbed(0, value)],
    ['a format', (doc, value) => doc.getText('text').insert(0, 'a', { a: value })],
    ['a document', (doc, value) => doc.getMap('fields').set('a', new Y.Doc({ meta: value }))],
  ])('are taken up to a depth no draft has, and refused beyond it: %s', async (_what, set) => {
    await push(write((doc) => set(doc, deep(60) as object)));
    const refusal = await refusedPush(write((doc) => set(doc, deep(80) as object)));
    expect(refusal).toMatchObject({ status: 422, code: 'update_refused' });
    expect((await compare()).documents).toHaveLength(1);
  });
});

test('a document whose bytes cannot be worked on keeps no other from being compared', async () => {
  await push(good(), openWriter('draft:two').type('two'));
  app.database.sqlite.exec("update workspace_updates set data = x'ff11' where doc_id = 'draft:one'");
  const { documents, next } = await compare();
  expect([documents.map(({ documentId }) => documentId), next]).toEqual([['draft:two'], null]);
});

describe('what has another shape than the contract says is refused', () => {
  const change = { type: 'update', id: randomUUID(), documentId: 'draft:one', kind: 'draft', update: toBase64(whole) };
  test.each<[string, object]>([
    ['an id that is none', { ...change, id: 'x' }],
    ['a document id with a path in it', { ...change, documentId: '../etc' }],
    ['a kind there is not', { ...change, kind: 'secret' }],
    ['a type there is not', { ...change, type: 'drop' }],
    ['bytes that are no base64', { ...change, update: 'no base64!' }],
    ['no bytes', { ...change, update: undefined }],
  ])('%s', async (_what, wrong) => {
    const refusal = await refused(app.http, pushUpdates, {
      cookie,
      body: { siteId: SITE_ID, updates: [change, wrong] },
    });
    expect(refusal.code).toBe('invalid_input');
    expect(stored()).toBe(0);
  });

  test('a document is of the kind its id begins with', async () => {
    const other: WorkspaceUpdate = { ...good(), kind: 'run' };
    expect(await refusedPush(good(), other)).toMatchObject({ code: 'update_refused', issues: [{ path: 'updates.1' }] });
    expect(stored()).toBe(0);
  });
});

describe('sizes', () => {
  test('an update of four mebibytes is taken, a larger one refused', async () => {
    const writer = openWriter();
    const large = writer.type('x'.repeat(LARGEST_DOCUMENT - 100));
    await push(large);
    const larger = openWriter('draft:two').type('x'.repeat(LARGEST_DOCUMENT + 1));
    expect((await refusedPush(larger)).issues).toEqual([{ path: 'updates.0', message: `${larger.id} is too large` }]);
  });

  test('a body over the limit is refused', async () => {
    const update = openWriter().type('x'.repeat(3_500_000));
    expect(await refusedPush(update, { ...update, id: randomUUID() })).toMatchObject({ code: 'payload_too_large' });
  });

  longTest('a document may not grow for ever; what was taken away again does not count', async () => {
    const writer = openWriter();
    const piece = 'x'.repeat(3_500_000);
    // The piece is typed and deleted again, six times: together more than a document may have before it is folded.
    for (let round = 0; round < 6; round += 1) {
      await push(writer.type(piece));
      const before = writer.document.stateVector();
      writer.document.setText('content', '');
      await push(updateOf('draft:one', writer.document.encode(before)));
    }
    const other = openWriter('draft:two');
    for (let round = 0; round < 4; round += 1) await push(other.type(piece));
    const last = other.type(piece);
    expect((await refusedPush(last)).issues).toEqual([
      { path: 'updates.0', message: `${last.id} would make its document too large` },
    ]);
    await push(openWriter('draft:three').type('others go on'));
  });

  test('bytes made to be slow are folded beside everything else', async () => {
    // When these parts are integrated, each part is compared with all parts before it.
    await push(updateOf('draft:slow', partsOfClients(9_000)), updateOf('draft:slow', whole));
    const done: string[] = [];
    const folding = app.services.workspace.fold('draft:slow').then(
      () => done.push('folded'),
      () => done.push('given up'),
    );
    await push(good());
    done.push('pushed');
    await folding;
    expect(done[0]).toBe('pushed');
  });

  test('a document of very many clients is refused', async () => {
    const parts = updateOf('draft:slow', partsOfClients(60_000));
    expect(await refusedPush(parts)).toMatchObject({ code: 'payload_too_large' });
  });
});

/** An update in which this number of clients wrote one letter each, all at the same place. */
function partsOfClients(count: number): Uint8Array {
  const text = new TextEncoder().encode('\u0001t');
  const parts = Array.from({ length: count }, (_, index) =>
    bytesOf(1, index + 1, 0, 4, 1, text, 1, new Uint8Array([97])),
  );
  return bytesOf(count, ...parts, 0);
}
