import { expect, test } from 'vitest';
import { draftsWith, groupsOf, olderDrafts } from './draft-groups.ts';
import type { DraftCard } from './draft-store.ts';

const card = (
  id: string,
  origin: Partial<DraftCard['origin']>,
  draft: Partial<DraftCard['draft']> = {},
): DraftCard => ({
  draft: {
    id,
    title: id,
    slug: id,
    excerpt: '',
    content: '',
    category: 'Health',
    tags: [],
    featured: false,
    readTime: 1,
    ...draft,
  },
  ...{
    isRefined: false,
    busy: null,
    postId: null,
    isPublished: false,
    earlier: [],
    judged: null,
    isUnjudged: false,
    isLeft: false,
  },
  origin: { runId: '', madeAt: 0, targetMarket: '', categoryId: null, ...origin },
});

test('drafts stand with those of their run, the runs in the order of their newest draft', () => {
  const cards = [
    card('c', { runId: 'run:2', madeAt: 9, targetMarket: 'Night nurses' }),
    card('b', { runId: 'run:1', madeAt: 5, targetMarket: 'Bakers' }),
    card('a', { runId: 'run:2', madeAt: 3 }),
    card('old', {}),
  ];
  expect(groupsOf(cards).map(({ cards: of, ...group }) => [group, of.map(({ draft }) => draft.id)])).toEqual([
    [{ runId: 'run:2', market: 'Night nurses', madeAt: 9 }, ['c', 'a']],
    [{ runId: 'run:1', market: 'Bakers', madeAt: 5 }, ['b']],
    [{ runId: '', market: '', madeAt: 0 }, ['old']],
  ]);
});

test('a search finds what has each of its words, wherever they stand and however they are written', () => {
  const cards = [
    card('a', { targetMarket: 'Night nurses' }, { content: 'Sleep by DAY.', tags: ['rest'] }),
    card('b', {}, { excerpt: 'Sleep well', category: 'Lifestyle' }),
  ];
  const found = (words: string) => draftsWith(cards, words).map(({ draft }) => draft.id);
  expect(found('  ')).toEqual(['a', 'b']);
  expect(found('sleep')).toEqual(['a', 'b']);
  expect(found('nurses day REST')).toEqual(['a']);
  expect(found('lifestyle sleep')).toEqual(['b']);
  expect(found('sleep tea')).toEqual([]);
});

test('the drafts of an earlier answer of their step are told from those of its newest', () => {
  const written = (id: string, madeAt: number, given: Partial<DraftCard> = {}) => ({
    ...card(id, { runId: 'run:1', madeAt }),
    ...given,
  });
  const cards = [
    written('run:1-step-draft-blogs-2-1', 9),
    // This draft was deleted, and then made again from its answer.
    written('run:1-step-draft-blogs-2-2', 12),
    written('run:1-step-draft-blogs-1-1', 5),
    written('run:1-step-refined-blog-1-1', 6, { isRefined: true }),
    card('run:2-step-draft-blogs-1-1', { runId: 'run:2', madeAt: 3 }),
    card('unknown-1', {}),
    card('unknown-2', {}),
  ];
  expect([...olderDrafts(cards)]).toEqual(['run:1-step-draft-blogs-1-1']);
  expect([...olderDrafts([])]).toEqual([]);
});
