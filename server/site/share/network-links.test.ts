import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareLinks } from './network-links.ts';

const post = {
  url: 'https://ninefold.test/post/slow-food',
  title: 'Slow food & fast days: 100% worth it?',
  summary: 'Why “slow” wins.',
  tags: ['Slow food', 'C#', 'Überleben', '***', 'mental_health'],
};

function parametersOf(network: string): Record<string, string> {
  const link = shareLinks(post).find((candidate) => candidate.network === network);
  return Object.fromEntries(new URL(link?.href ?? '').searchParams);
}

describe('share links', () => {
  it('are Facebook, Twitter and LinkedIn, in this order', () => {
    expect(shareLinks(post).map(({ network }) => network)).toEqual(['Facebook', 'Twitter', 'LinkedIn']);
  });

  it('give Facebook the address', () => {
    expect(parametersOf('Facebook')).toEqual({ u: post.url });
  });

  it('give Twitter the address, the title and the tags as hashtags', () => {
    expect(parametersOf('Twitter')).toEqual({
      url: post.url,
      text: post.title,
      hashtags: 'Slowfood,C,Überleben,mental_health',
    });
  });

  it('give LinkedIn the address, the title and the summary', () => {
    expect(parametersOf('LinkedIn')).toEqual({ mini: 'true', url: post.url, title: post.title, summary: post.summary });
  });

  it('leave out what there is not', () => {
    const [, twitter] = shareLinks({ ...post, tags: [] });
    expect(twitter?.href).not.toContain('hashtags');
  });

  it('carry any text unharmed', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, (title, summary) => {
        const linkedIn = shareLinks({ ...post, title, summary })[2];
        const { searchParams } = new URL(linkedIn?.href ?? '');
        expect([searchParams.get('title'), searchParams.get('summary')]).toEqual([title, summary]);
      }),
      { seed: 20250719 },
    );
  });
});
