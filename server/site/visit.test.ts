import { describe, expect, it } from 'vitest';
import { loadingPage } from './loader.ts';
import { postData, postPage, shell } from './pages/page-fixtures.ts';
import { visitOf } from './visit.ts';

const post = postData({ post: { state: 'ready', value: { ...postPage, published: true } } });
const visit = (page = post, owner = false) => visitOf({ url: '/post/x', page, shell: { ...shell, owner } });

describe('what opening a page counts as', () => {
  it('a post: its events and a reading', () => {
    expect(visit()).toMatchObject({ postId: postPage.id, screens: 'post' });
    expect(visit().events.map(({ event }) => event)).toEqual(['page_view', 'blog_post_view']);
  });

  it('the owner’s own reading is none, nor is a draft that is looked at', () => {
    expect(visit(post, true).postId).toBeNull();
    const draft = postData({ post: { state: 'ready', value: { ...postPage, published: false } } });
    expect(visit(draft).postId).toBeNull();
  });

  it('nothing where what it is about could not be fetched', () => {
    const page = loadingPage('/post/x');
    expect(visitOf({ url: '/post/x', page, shell })).toMatchObject({ events: [], postId: null });
  });
});
