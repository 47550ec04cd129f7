import { expect, test } from 'vitest';
import { openDocument } from '#shared/workspace/document.ts';
import {
  earlierDrafts,
  generatedDocumentId,
  MOST_EARLIER,
  provenanceOfDraft,
  readDraft,
  readOrigin,
  replaceDraft,
  takeEarlierDraft,
  writeDraft,
} from './draft-document.ts';

const draft = (content: string) => ({
  ...{ id: 'a-draft', title: `On ${content}`, slug: 'a-draft', excerpt: '', content, category: 'Lifestyle' },
  ...{ tags: ['one'], featured: true, readTime: 1 },
});
function written(content: string) {
  const document = openDocument({ id: generatedDocumentId('a-draft'), kind: 'draft' });
  writeDraft(document, { ...draft(content), featuredImage: '/uploads/a.webp' }, null);
  return document;
}
const anew = (content: string, model: string | null = null, promptVersion = 0) => {
  return { draft: draft(content), model, promptVersion };
};
const contents = (document: ReturnType<typeof written>) => earlierDrafts(document).map((each) => each.draft.content);

test('a draft that is written anew keeps what it was, and its picture', () => {
  const document = written('First');
  replaceDraft(document, anew('Second'), 1000);
  expect(readDraft(document)).toMatchObject({ ...draft('Second'), featuredImage: '/uploads/a.webp' });
  expect(earlierDrafts(document)).toEqual([{ replacedAt: 1000, ...anew('First') }]);
});

test('what is taken back changes places with what stood there, and nothing is lost', () => {
  const document = written('First');
  replaceDraft(document, anew('Second'), 1000);
  takeEarlierDraft(document, 1000, 2000);
  expect(readDraft(document)?.content).toBe('First');
  expect(contents(document)).toEqual(['Second']);
  takeEarlierDraft(document, 77, 3000);
  expect(readDraft(document)?.content).toBe('First');
});

test('of many the last ten are kept, also where the clock stands still', () => {
  const document = written('0');
  for (let number = 1; number <= 12; number += 1) replaceDraft(document, anew(String(number)), 1000);
  expect(contents(document)).toEqual(Array.from({ length: MOST_EARLIER }, (_, index) => String(index + 2)));
});

test('what cannot be read among them is left out', () => {
  const document = written('First');
  document.setField('earlier:5', 'no draft');
  document.setField('earlier:x', { id: 'a', title: 'T', content: 'C' });
  expect(earlierDrafts(document)).toEqual([]);
});

test('a draft says whose words it has, also after another model wrote it anew and its earlier text was taken back', () => {
  const document = openDocument({ id: generatedDocumentId('a-draft'), kind: 'draft' });
  const from = {
    ...{ runId: 'r', step: 'draftBlogs', index: 0, madeAt: 1, categoryId: null },
    ...{ targetMarket: '', productApp: '', productAppUrl: '' },
  };
  writeDraft(document, draft('First'), { ...from, model: 'one', promptVersion: 3 });
  replaceDraft(document, anew('Second', 'two', 4), 1000);
  const writers = () =>
    provenanceOfDraft(draft('x'), readOrigin(document)).sources.map(({ model, promptVersion }) => [
      model,
      promptVersion,
    ]);
  expect(writers()).toEqual([['two', 4]]);
  takeEarlierDraft(document, 1000, 2000);
  expect(writers()).toEqual([['one', 3]]);
  expect(earlierDrafts(document)).toEqual([{ replacedAt: 2000, ...anew('Second', 'two', 4) }]);
  expect(readOrigin(document)).toMatchObject({ runId: 'r', step: 'draftBlogs' });
});

test.each([undefined, 'two', -1, 1.5, null])(
  'a version of a prompt that is none (%s) is not known',
  (promptVersion) => {
    const document = written('First');
    document.setField('origin', { runId: 'r', ...(promptVersion !== undefined && { promptVersion }) });
    expect(readOrigin(document).promptVersion).toBe(0);
  },
);
