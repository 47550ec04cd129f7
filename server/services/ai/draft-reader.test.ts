import { expect, onTestFinished, test } from 'vitest';
import { longTest } from '#tests/long-test.ts';
import { createDraftReader } from './draft-reader.ts';

const reader = () => {
  const made = createDraftReader({
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(() => made.close());
  return made;
};

longTest(
  'a megabyte of fences is read in a thread: the server goes on meanwhile, and the answer is there whole',
  async () => {
    const output = `# The one post\n\n${'```\n'.repeat(240_000)}`;
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    onTestFinished(() => clearInterval(counting));
    const drafts = await reader().read({ output, source: 'regenerated' });
    // If the draft were read in this thread, the event loop would not turn between the question and its answer.
    expect(turns).toBeGreaterThan(5);
    expect(drafts).toHaveLength(1);
    expect(drafts[0]?.title).toBe('The one post');
  },
);

test('a short answer is read as it ever was, and one without a draft in it is a draft as a whole', async () => {
  const { read } = reader();
  const post = await read({ output: '# A post\n\nIts text.', source: 's' });
  expect(post).toMatchObject([{ title: 'A post', content: 'Its text.' }]);
  expect(await read({ output: 'Some words without a head.', source: 's' })).toMatchObject([
    { content: 'Some words without a head.' },
  ]);
  expect(await read({ output: '  \n', source: 's' })).toEqual([]);
});
