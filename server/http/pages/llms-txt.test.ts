import { expect, onTestFinished, test } from 'vitest';
import { longTest } from '#tests/long-test.ts';
import { createTestApp, type TestAppOptions } from '../../test-app.ts';
import { llmsText } from './llms-txt.ts';

async function llms(options: TestAppOptions) {
  const app = await createTestApp({ env: { SITE_URL: 'https://blog.example', SITE_NAME: 'Tea & Co' }, ...options });
  onTestFinished(() => app.close());
  return { app, answer: await app.http.inject('/llms.txt') };
}

test('says what the site is, and names categories, featured and newest posts as Markdown, nothing that is not live', async () => {
  const { answer } = await llms({
    posts: [
      { slug: 'tea', title: 'Tea', excerpt: 'Leaves in water.', categoryId: 4, featured: true },
      { slug: 'cups', title: 'Cups', excerpt: 'Of clay.', categoryId: 4, featured: false },
      { slug: 'draft', title: 'Draft', categoryId: 3, published: false },
    ],
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
  });
  const lines = answer.body.split('\n');
  expect(lines.slice(0, 3)).toEqual(['# Tea & Co', '', expect.stringMatching(/^> Expert insights/)]);
  expect(lines.filter((line) => line.startsWith('## '))).toEqual([
    '## About',
    '## Categories',
    '## Featured posts',
    '## Newest posts',
  ]);
  const after = (heading: string) => lines.slice(lines.indexOf(heading) + 2).slice(0, 2);
  expect(after('## Categories')).toEqual([
    expect.stringMatching(/^- \[Travel\]\(https:\/\/blog\.example\/category\/travel\): ./),
    '',
  ]);
  expect(after('## Featured posts')).toEqual(['- [Tea](https://blog.example/post/tea.md): Leaves in water.', '']);
  expect(after('## Newest posts')).toEqual(['- [Cups](https://blog.example/post/cups.md): Of clay.', '']);
  expect(answer.body).not.toMatch(/draft/i);
});

test('text in it makes no heading, link or line of its own', async () => {
  const { answer } = await llms({
    posts: [{ slug: 'a](x)', title: 'A](http://evil.example) `b\n# C', excerpt: '\n\n## Optional\n- [x](y)\u2028# z' }],
  });
  const lines = answer.body.split('\n').filter((line) => /evil|Optional/.test(line));
  expect(lines).toEqual([
    '- [A\\](http://evil.example) \\`b # C](https://blog.example/post/a%5D(x).md): ## Optional - \\[x\\](y) # z',
  ]);
});

longTest('a site of long posts stays under 50,000 bytes, in whole lines', async () => {
  const { answer } = await llms({
    posts: Array.from({ length: 130 }, (_, index) => ({
      slug: `p-${index}`,
      title: 'Ü'.repeat(300),
      excerpt: '🍵'.repeat(900),
    })),
  });
  expect(answer.rawPayload.length).toBeLessThanOrEqual(50_000);
  expect(answer.rawPayload.length).toBeGreaterThan(48_000);
  expect(answer.body.trimEnd().split('\n').at(-1)).toMatch(/^- \[Ü+\]\(\S+\.md\): (🍵){300}$/u);
});

test('what is cut ends with no heading that nothing follows', () => {
  expect(llmsText(['# A', '', '## B', '', 'cd'], 12)).toBe('# A\n');
  expect(llmsText(['# A', '', '## B', '', 'cd'], 14)).toBe('# A\n\n## B\n\ncd\n');
});

test('it follows a write', async () => {
  const { app } = await llms({ posts: [{ slug: 'tea', title: 'Tea' }] });
  await app.post({ slug: 'new-here', title: 'New here' });
  expect((await app.http.inject('/llms.txt')).body).toContain('[New here]');
});
