import { describe, expect, it } from 'vitest';
import type { PageData } from './page-data.ts';
import { createPageStore } from './page-store.ts';
import type { SiteData } from './site-data.ts';
import { createMemorySite, type Fault, makePosts } from './testing/memory-site.ts';

const posts = makePosts(20);

/** A store on the About page, and the calls that it makes. `faults` may change while the store runs. */
function start(faults: Fault[] = []) {
  const asked: string[] = [];
  const opened: string[] = [];
  const data = new Proxy(createMemorySite(posts, faults), {
    get(site, name: keyof SiteData) {
      asked.push(name);
      return site[name];
    },
  });
  const errors: unknown[] = [];
  const store = createPageStore({
    initial: { url: '/about', page: { screen: 'about' } },
    data,
    onError: (error) => errors.push(error),
    isAway: (error) => error instanceof Error && error.message === 'post is broken',
    openDocument: () => opened.push('document'),
  });
  return { store, asked, errors, opened };
}

const settled = (store: ReturnType<typeof start>['store'], url: string) =>
  new Promise<PageData>((resolve) => {
    const look = () => {
      if (JSON.stringify(store.read(url)).includes('"loading"')) return;
      stop();
      resolve(store.read(url));
    };
    const stop = store.subscribe(look);
  });

describe('the pages of a visit', () => {
  it('do not fetch what the first page was rendered with', () => {
    const { store, asked } = start();
    store.visit('/about');
    expect(store.read('/about')).toEqual({ screen: 'about' });
    expect(asked).toEqual([]);
  });

  it('show skeletons at once, then what arrives', async () => {
    const { store } = start();
    store.visit('/');
    expect(store.read('/')).toMatchObject({ featured: { state: 'loading' }, latest: { state: 'loading' } });
    expect(await settled(store, '/')).toMatchObject({ featured: { state: 'ready' }, latest: { state: 'ready' } });
  });

  it('are fetched once, however often they are visited', async () => {
    const { store, asked } = start();
    store.visit('/');
    await settled(store, '/');
    const count = asked.length;
    store.visit('/about');
    store.visit('/');
    expect(asked).toHaveLength(count);
  });

  it('are there when they come to be visited, if they were prepared', async () => {
    const { store, asked } = start();
    store.prepare('/');
    store.prepare('/');
    const page = await settled(store, '/');
    expect(page).toMatchObject({ featured: { state: 'ready' }, latest: { state: 'ready' } });
    store.visit('/');
    store.prepare('/');
    expect(store.read('/')).toBe(page);
    expect(asked).toEqual(['posts', 'posts']);
  });

  it('are not asked for again by a visit that comes before what was prepared', async () => {
    const { store, asked } = start();
    store.prepare('/post/post-1');
    store.visit('/post/post-1');
    expect(store.read('/post/post-1')).toMatchObject({ post: { state: 'loading' } });
    expect(await settled(store, '/post/post-1')).toMatchObject({ related: { state: 'ready' } });
    expect(asked).toEqual(['post', 'relatedPosts']);
  });

  it('that could not be prepared are fetched when they are visited', async () => {
    const faults: Fault[] = ['post'];
    const { store } = start(faults);
    store.prepare('/post/post-1');
    expect(await settled(store, '/post/post-1')).toMatchObject({ post: { state: 'failed' } });
    faults.length = 0;
    store.visit('/post/post-1');
    expect(store.read('/post/post-1')).toMatchObject({ post: { state: 'loading' } });
    expect(await settled(store, '/post/post-1')).toMatchObject({ post: { state: 'ready' } });
  });

  it('keep what was added to a list for a later visit', async () => {
    const { store } = start();
    store.visit('/category/travel');
    const page = await settled(store, '/category/travel');
    if (page.screen !== 'category') throw new Error('not a category');
    store.update('/category/travel', { ...page, page: 7 });
    store.visit('/about');
    store.visit('/category/travel');
    expect(store.read('/category/travel')).toMatchObject({ page: 7 });
  });

  it('give up what cannot be fetched, without trying again by themselves', async () => {
    const { store, asked, errors } = start(['post']);
    store.visit('/post/post-1');
    expect(await settled(store, '/post/post-1')).toMatchObject({ post: { state: 'failed' } });
    expect(asked).toEqual(['post']);
    expect(errors).toEqual([new Error('post is broken')]);
  });

  it('are opened as documents where an edge has no answer but may have the page, once the reader is there', async () => {
    const { store, opened } = start(['post']);
    store.prepare('/post/post-1');
    await settled(store, '/post/post-1');
    expect(opened).toEqual([]);
    store.visit('/post/post-1');
    await expect.poll(() => opened).toEqual(['document']);
    const other = start(['posts']);
    other.store.visit('/category/travel');
    expect(await settled(other.store, '/category/travel')).toMatchObject({ posts: { state: 'failed' } });
    expect(other.opened).toEqual([]);
  });

  it('are fetched again when the reader asks, or comes back to a failed one', async () => {
    const faults: Fault[] = ['posts'];
    const { store } = start(faults);
    store.visit('/category/travel');
    expect(await settled(store, '/category/travel')).toMatchObject({ posts: { state: 'failed' } });
    faults.length = 0;
    store.visit('/about');
    store.visit('/category/travel');
    expect(await settled(store, '/category/travel')).toMatchObject({ posts: { state: 'ready' } });
    store.reload('/category/travel');
    expect(store.read('/category/travel')).toMatchObject({ posts: { state: 'loading' } });
    expect(await settled(store, '/category/travel')).toMatchObject({ posts: { state: 'ready' } });
  });
});
