import { expect, test } from 'vitest';
import { openDocument } from '#shared/workspace/document.ts';
import { generatedDocumentId, isLeftUnjudged, judgedIn, noteJudged } from '../draft-document.ts';
import { countInDraft, noteCounted } from './count-in-draft.ts';

const draft = {
  ...{ id: 'a', title: 'A title', slug: 'a', excerpt: 'Of yoga.', content: 'Stretch before it.' },
  ...{ category: 'Lifestyle', tags: [], featured: true, readTime: 1 },
};
const finding = (level: 'red' | 'yellow') => ({ level });

/** Makes a judge with these answers, in this order; records its questions, its waits and the errors it reported. */
function judge(...answers: readonly (Error | { level: 'red' | 'yellow' }[])[]) {
  const [asked, waited, told]: [unknown[], number[], unknown[]] = [[], [], []];
  const left = [...answers];
  return {
    ...{ asked, waited, told },
    async findingsIn(judged: unknown) {
      asked.push(judged);
      const answer = left.shift() ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    faultOf: (error: unknown) => {
      const { message } = error as Error;
      return message === 'nothing known' ? null : { code: message, message };
    },
    onError: (error: unknown) => told.push(error),
    timers: {
      after(ms: number, run: () => void) {
        waited.push(ms);
        run();
        return () => undefined;
      },
    },
  };
}

test('a draft is judged by the codex of its category, or of the one it would be published in', async () => {
  const asked = judge([finding('red'), finding('yellow'), finding('yellow')], []);
  expect(await countInDraft(asked, draft, 7)).toEqual({ red: 1, yellow: 2 });
  expect(await countInDraft(asked, draft, null)).toEqual({ red: 0, yellow: 0 });
  const { title, excerpt, content } = draft;
  expect(asked.asked).toEqual([7, 5].map((categoryId) => ({ title, excerpt, content, categoryId })));
});

test('a judge that is busy, or is not reached, is asked again', async () => {
  const busy = judge(new Error('overloaded'), new Error('nothing known'), [finding('red')]);
  expect(await countInDraft(busy, draft, 7)).toEqual({ red: 1, yellow: 0 });
  expect([busy.waited.length, busy.told]).toEqual([2, []]);
});

test('where it stays busy the draft is left to be judged, where it refuses the text it is not; both are told', async () => {
  const busy = judge(...Array.from({ length: 4 }, () => new Error('overloaded')));
  expect(await countInDraft(busy, draft, 7)).toBe('busy');
  expect([busy.asked.length, busy.told.length]).toEqual([3, 1]);
  const refused = judge(new Error('content_too_complex'));
  expect(await countInDraft(refused, draft, 7)).toBeNull();
  expect([refused.asked.length, refused.waited, refused.told.length]).toEqual([1, [], 1]);
});

test('a draft that is left to be judged is so until somebody has counted', () => {
  const document = openDocument({ kind: 'draft', id: generatedDocumentId('a') });
  noteCounted(document, null);
  expect(isLeftUnjudged(document)).toBe(false);
  noteCounted(document, 'busy');
  expect([isLeftUnjudged(document), judgedIn(document)]).toEqual([true, null]);
  noteJudged(document, [finding('red')]);
  expect([isLeftUnjudged(document), judgedIn(document)]).toEqual([false, { red: 1, yellow: 0 }]);
});
