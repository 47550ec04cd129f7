import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carryProvenance } from '#shared/content/provenance/carry.ts';
import {
  noProvenance,
  type Provenance,
  provenanceOf,
  sourcedRanges,
  type WordsSource,
} from '#shared/kernel/provenance.ts';
import { runsOf } from '#tests/share.ts';
import { mergePost, resolvePost } from './merge-post.ts';
import {
  type DraftDocument,
  openStoredDraft,
  openWorkingCopy,
  readValues,
  setWorkingCopy,
  workingCopyOf,
  writeValues,
} from './post-draft.ts';
import { newPostValues, type PostValues } from './post-values.ts';

// The owner types small letters, and each model its own capital letter: each character shows who wrote it.
const models = ['A', 'B', 'C'] as const;
const sourceOf = (letter: string): WordsSource => ({
  model: `model ${letter}`,
  run: null,
  step: null,
  promptVersion: 0,
  help: 'continue',
  at: null,
});

/** Returns the marks that the text must have: one for each run of one capital letter. */
function marksOf(content: string): Provenance {
  const found = [...content.matchAll(/A+|B+|C+/g)];
  return provenanceOf(
    found.map(({ index, 0: run }) => ({ start: index, end: index + run.length, source: sourceOf(run.slice(0, 1)) })),
  );
}

/** Inserts a model's words, as one step of the owner. */
function take(document: DraftDocument, at: number, letter: string, length: number): void {
  const before = document.text('content');
  const marked = document.provenance('content');
  const index = Math.min(at, before.length);
  const words = letter.repeat(length);
  document.change('owner', () => {
    document.setText('content', before.slice(0, index) + words + before.slice(index), index + length);
    const shifted = sourcedRanges(marked).flatMap(({ start, end, source }) =>
      end <= index
        ? [{ start, end, source }]
        : start >= index
          ? [{ start: start + length, end: end + length, source }]
          : [
              { start, end: index, source },
              { start: index + length, end: end + length, source },
            ],
    );
    const taken = { start: index, end: index + length, source: sourceOf(letter) };
    document.setProvenance('content', provenanceOf([...shifted, taken]));
  });
}

const place = fc.nat(60);
const device = fc.nat(2);
const typed = fc.stringMatching(/^[a-z]{1,5}( |\n\n)?$/);
const edits = {
  type: fc.record({ what: fc.constant('type' as const), device, place, typed }),
  take: fc.record({
    what: fc.constant('take' as const),
    device,
    place,
    letter: fc.constantFrom(...models),
    length: fc.integer({ min: 1, max: 9 }),
  }),
  remove: fc.record({ what: fc.constant('remove' as const), device, place, length: fc.integer({ min: 1, max: 12 }) }),
  undo: fc.record({ what: fc.constantFrom('undo' as const, 'redo' as const), device }),
  reopen: fc.record({ what: fc.constant('reopen' as const), device }),
};
type Edit = {
  [Kind in keyof typeof edits]: (typeof edits)[Kind] extends fc.Arbitrary<infer E> ? E : never;
}[keyof typeof edits];

function edit(document: DraftDocument, each: Edit): DraftDocument {
  const before = document.text('content');
  const at = 'place' in each ? Math.min(each.place, before.length) : 0;
  if (each.what === 'type') {
    document.setText('content', before.slice(0, at) + each.typed + before.slice(at), at + each.typed.length);
  } else if (each.what === 'take') {
    take(document, at, each.letter, each.length);
  } else if (each.what === 'remove') {
    document.setText('content', before.slice(0, at) + before.slice(at + each.length), at);
  } else if (each.what === 'reopen') {
    return openStoredDraft(document.id, [document.encode()]);
  } else {
    document[each.what]();
  }
  return document;
}

const copy = (content: string, version = 1) => {
  const baseText: PostValues = { ...newPostValues, title: 'T', excerpt: 'E', content, provenance: marksOf(content) };
  return { postId: 1, baseVersion: version, baseText };
};
const START = 'aaAAAbb\n\nBBBB cc\n\nddd';

const sync = fc.record({ what: fc.constant('sync' as const), device, to: device });
const together = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: edits.type },
    { weight: 3, arbitrary: edits.take },
    { weight: 3, arbitrary: edits.remove },
    { weight: 3, arbitrary: edits.undo },
    { weight: 1, arbitrary: edits.reopen },
    { weight: 3, arbitrary: sync },
  ),
  { minLength: 3, maxLength: 40 },
);

test('whatever is typed, taken, deleted, undone and exchanged: marked are the characters that were marked, no other', () => {
  fc.assert(
    fc.property(together, (events) => {
      const devices = [11, 12, 13].map((clientId) => openWorkingCopy(copy(START), [], { clientId }));
      for (const each of events) {
        const document = devices[each.device];
        if (!document) continue;
        if (each.what === 'sync') devices[each.to]?.apply(document.encode());
        else devices[each.device] = edit(document, each);
        for (const one of devices) expect(one.provenance('content')).toEqual(marksOf(one.text('content')));
      }
      for (const from of devices) for (const to of devices) to.apply(from.encode());
      const ends = devices.map((one) => readValues(one));
      for (const end of ends) expect(end.provenance).toEqual(marksOf(end.content));
      expect(new Set(ends.map(({ content }) => content)).size).toBe(1);
    }),
    { numRuns: runsOf(1000, 32) },
  );
});

const saved = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: edits.type },
    { weight: 3, arbitrary: edits.take },
    { weight: 2, arbitrary: edits.remove },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('save' as const), device }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('elsewhere' as const), device, place, typed }) },
  ),
  { minLength: 3, maxLength: 30 },
);

test('whatever is saved and merged with what others saved: a mark never stands on a character it was not put on', () => {
  fc.assert(
    fc.property(saved, fc.constantFrom('mine', 'theirs', 'both'), (events, choice) => {
      let server = copy(START);
      const devices = [11, 12, 13].map((clientId) => openWorkingCopy(server, [], { clientId }));
      for (const each of events) {
        const document = devices[each.device];
        if (!document) continue;
        if (each.what === 'elsewhere') {
          // A program that knows nothing of marks sends only a text.
          const { content, provenance } = server.baseText;
          const at = Math.min(each.place, content.length);
          const after = content.slice(0, at) + each.typed + content.slice(at);
          const values = {
            ...server.baseText,
            content: after,
            provenance: carryProvenance(content, after, provenance),
          };
          server = { ...server, baseVersion: server.baseVersion + 1, baseText: values };
        } else if (each.what === 'save') {
          const base = workingCopyOf(document)?.baseText ?? newPostValues;
          const values = resolvePost(mergePost(base, readValues(document), server.baseText), choice);
          server = { ...server, baseVersion: server.baseVersion + 1, baseText: values };
          setWorkingCopy(document, server);
          writeValues(document, values);
          expect(readValues(document)).toEqual(values);
        } else {
          edit(document, each);
        }
        for (const { content, provenance } of [readValues(document), server.baseText]) {
          for (const { start, end, source } of sourcedRanges(provenance)) {
            const letter = source.model?.at(-1) ?? '';
            expect(content.slice(start, end)).toBe(letter.repeat(end - start));
          }
        }
      }
    }),
    { numRuns: runsOf(1000, 32) },
  );
});

test('a block that a merge keeps stays marked as it was, on either side', () => {
  const base = copy('one\n\nAAA\n\ntwo').baseText;
  const mine = {
    ...base,
    content: 'one, mine\n\nAAA\n\ntwo\n\nBBB',
    provenance: marksOf('one, mine\n\nAAA\n\ntwo\n\nBBB'),
  };
  const theirs = { ...base, content: 'CCC\n\none\n\nAAA\n\ntwo', provenance: marksOf('CCC\n\none\n\nAAA\n\ntwo') };
  const merged = resolvePost(mergePost(base, mine, theirs), 'both');
  expect(merged.provenance).toEqual(marksOf(merged.content));
  expect(merged.provenance).not.toEqual(noProvenance);
});
