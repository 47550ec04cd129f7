import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemTimers } from '#shared/kernel/timers.ts';
import { countView, IN_SIGHT, type ViewHost } from './count-view.ts';

function reader({ visible = true } = {}) {
  const sent: number[] = [];
  const listeners = new Set<() => void>();
  let isVisible = visible;
  const host: ViewHost = {
    isVisible: () => isVisible,
    onVisibilityChange(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    ...systemTimers,
    send: (id) => sent.push(id),
  };
  const turn = (to: boolean) => {
    isVisible = to;
    for (const listener of [...listeners]) listener();
  };
  return { host, sent, listeners, turn, counted: new Set<number>() };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a view', () => {
  it('is counted once the post has been in sight for a second', () => {
    const { host, sent, counted } = reader();
    countView(7, host, counted);
    vi.advanceTimersByTime(IN_SIGHT - 1);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([7]);
  });

  it('is not counted in a background tab until the tab is looked at', () => {
    const { host, sent, turn, counted } = reader({ visible: false });
    countView(7, host, counted);
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
    turn(true);
    vi.advanceTimersByTime(IN_SIGHT);
    expect(sent).toHaveLength(1);
  });

  it('starts its second anew when the page goes out of sight', () => {
    const { host, sent, turn, counted } = reader();
    countView(7, host, counted);
    vi.advanceTimersByTime(IN_SIGHT - 1);
    turn(false);
    turn(true);
    vi.advanceTimersByTime(IN_SIGHT - 1);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toHaveLength(1);
  });

  it('is not counted when the reader turns round at once', () => {
    const { host, sent, listeners, counted } = reader();
    const stop = countView(7, host, counted);
    vi.advanceTimersByTime(IN_SIGHT - 1);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
    expect(listeners.size).toBe(0);
  });

  it('is counted once a visit, however often the post is come back to', () => {
    const { host, sent, turn, counted } = reader();
    countView(7, host, counted);
    vi.advanceTimersByTime(IN_SIGHT);
    turn(false);
    turn(true);
    countView(7, host, counted);
    countView(8, host, counted);
    vi.advanceTimersByTime(IN_SIGHT);
    expect(sent).toEqual([7, 8]);
  });
});
