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
const contents = (document: ReturnType<typeof written>) => earlierDrafts(document).map((each) => each.draft.content);

test('a draft that is written anew keeps what it was, and its picture', () => {
  const document = written('First');
  replaceDraft(document, { draft: draft('Second'), model: null }, 1000);
  expect(readDraft(document)).toMatchObject({ ...draft('Second'), featuredImage: '/uploads/a.webp' });
  expect(earlierDrafts(document)).toEqual([{ replacedAt: 1000, draft: draft('First'), model: null }]);
});

test('what is taken back changes places with what stood there, and nothing is lost', () => {
  const document = written('First');
  replaceDraft(document, { draft: draft('Second'), model: null }, 1000);
  takeEarlierDraft(document, 1000, 2000);
  expect(readDraft(document)?.content).toBe('First');
  expect(contents(document)).toEqual(['Second']);
  takeEarlierDraft(document, 77, 3000);
  expect(readDraft(document)?.content).toBe('First');
});

test('of many the last ten are kept, also where the clock stands still', () => {
  const document = written('0');
  for (let number = 1; number <= 12; number += 1)
    replaceDraft(document, { draft: draft(String(number)), model: null }, 1000);
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
    runId: 'r',
    step: 'draftBlogs',
    index: 0,
    madeAt: 1,
    targetMarket: '',
    productApp: '',
    productAppUrl: '',
  };
  writeDraft(document, draft('First'), { ...from, model: 'one', categoryId: null });
  replaceDraft(document, { draft: draft('Second'), model: 'two' }, 1000);
  const models = () => provenanceOfDraft(draft('x'), readOrigin(document)).sources.map(({ model }) => model);
  expect(models()).toEqual(['two']);
  takeEarlierDraft(document, 1000, 2000);
  expect(models()).toEqual(['one']);
  expect(earlierDrafts(document).map(({ model }) => model)).toEqual(['two']);
  expect(readOrigin(document)).toMatchObject({ runId: 'r', step: 'draftBlogs' });
});
