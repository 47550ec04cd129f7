import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type CountView = typeof import('./count-view.ts');

/** A browser with one page that has just loaded, and the calls it has sent. */
async function reader({ hidden = false, referrer = '', dataset = {} as Record<string, string> } = {}) {
  const sent: string[] = [];
  const page = Object.assign(new EventTarget(), { hidden, referrer, documentElement: { dataset } });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { pathname: '/tag/slow-food' });
  vi.stubGlobal('fetch', async (address: string) => sent.push(address));
  vi.resetModules();
  const module: CountView = await import('./count-view.ts');
  const turn = (to: boolean) => {
    page.hidden = to;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  // `counted` returns the current value, because the imported value changes.
  return { ...module, sent, turn, counted: () => module.counted };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a view', () => {
  it('is counted once the post has been in sight for a second', async () => {
    const { countView, IN_SIGHT, sent } = await reader();
    countView('posts/7');
    vi.advanceTimersByTime(IN_SIGHT - 1);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual(['/api/posts/7/view']);
  });

  it('is not counted in a background tab until the tab is looked at', async () => {
    const { countView, IN_SIGHT, sent, turn } = await reader({ hidden: true });
    countView('posts/7');
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
    turn(false);
    vi.advanceTimersByTime(IN_SIGHT);
    expect(sent).toHaveLength(1);
  });

  it('starts its second anew when the page goes out of sight', async () => {
    const { countView, IN_SIGHT, sent, turn } = await reader();
    countView('posts/7');
    vi.advanceTimersByTime(IN_SIGHT - 1);
    turn(true);
    turn(false);
    vi.advanceTimersByTime(IN_SIGHT - 1);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toHaveLength(1);
  });

  it('is not counted when the reader turns round at once', async () => {
    const { countView, IN_SIGHT, sent, turn } = await reader();
    const stop = countView('posts/7');
    vi.advanceTimersByTime(IN_SIGHT - 1);
    stop();
    turn(true);
    turn(false);
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
  });

  it('is counted once a visit, however often the post is come back to', async () => {
    const { countView, IN_SIGHT, sent, turn } = await reader();
    countView('posts/7');
    vi.advanceTimersByTime(IN_SIGHT);
    turn(true);
    turn(false);
    countView('posts/7');
    countView('posts/8');
    vi.advanceTimersByTime(IN_SIGHT);
    expect(sent).toEqual(['/api/posts/7/view', '/api/posts/8/view']);
  });

  it('stays counted when who waited for it goes', async () => {
    const { countView, IN_SIGHT, sent } = await reader();
    const stop = countView('posts/7');
    vi.advanceTimersByTime(IN_SIGHT);
    stop();
    countView('posts/7');
    vi.advanceTimersByTime(IN_SIGHT);
    expect(sent).toHaveLength(1);
  });

  it('asked for by two is one', async () => {
    const { countView, IN_SIGHT, sent } = await reader();
    countView('posts/7');
    countView('posts/7');
    vi.advanceTimersByTime(IN_SIGHT);
    expect(sent).toHaveLength(1);
  });

  it('names the site that has led to the first page, and no address on it', async () => {
    const { countView, countPage, IN_SIGHT, sent } = await reader({ referrer: 'https://news.example/a/path?who=me' });
    countPage();
    vi.advanceTimersByTime(IN_SIGHT);
    countView('posts/8');
    vi.advanceTimersByTime(IN_SIGHT);
    expect(sent).toEqual(['/api/pages/tag/view?from=news.example', '/api/posts/8/view']);
  });

  it.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])(
    'keeps the site back from where %o says so',
    async (said) => {
      vi.stubGlobal('navigator', said);
      const { countView, IN_SIGHT, sent } = await reader({ referrer: 'https://news.example/today' });
      countView('posts/7');
      vi.advanceTimersByTime(IN_SIGHT);
      expect(sent).toEqual(['/api/posts/7/view']);
    },
  );

  it('of a published page goes to the server that the page names', async () => {
    const { countView, IN_SIGHT, sent } = await reader({ dataset: { writer: 'https://write.example' } });
    countView('posts/7');
    vi.advanceTimersByTime(IN_SIGHT);
    expect(sent).toEqual(['https://write.example/api/posts/7/view']);
  });

  it('is the last one counted only while what it is of is shown', async () => {
    const { countView, counted, IN_SIGHT } = await reader();
    countView('posts/7');
    expect(counted()).toBe(false);
    vi.advanceTimersByTime(IN_SIGHT);
    expect(counted()).toBe('posts/7');
    countView('pages/about');
    expect(counted()).toBe(false);
    vi.advanceTimersByTime(IN_SIGHT);
    countView('posts/7');
    expect(counted()).toBe('posts/7');
  });
});
