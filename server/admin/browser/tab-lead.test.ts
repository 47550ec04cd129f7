import { expect, test } from 'vitest';
import { createTabLead } from './tab-lead.ts';

// These tests use Node's own Web Locks, which follow the browser's standard.

let made = 0;
function tabs(count: number, locks: LockManager | null = navigator.locks) {
  made += 1;
  const name = `lead-${made}`;
  return Array.from({ length: count }, () => {
    const heard: string[] = [];
    const lead = createTabLead({
      name,
      locks: locks ?? undefined,
      onLead: () => heard.push('lead'),
      onLost: () => heard.push('lost'),
    });
    return { ...lead, heard };
  });
}

test('one tab leads', async () => {
  const [first, second] = tabs(2);
  await expect.poll(() => first?.isLeading()).toBe(true);
  expect(second?.isLeading()).toBe(false);
  expect(second?.heard).toEqual([]);
});

test('another one can take the lead, and the first one has it back in its turn', async () => {
  const [first, second] = tabs(2);
  await expect.poll(() => first?.isLeading()).toBe(true);
  second?.take();
  await expect.poll(() => second?.isLeading()).toBe(true);
  await expect.poll(() => first?.heard).toEqual(['lead', 'lost']);
  first?.take();
  await expect.poll(() => first?.isLeading()).toBe(true);
  await expect.poll(() => second?.heard).toEqual(['lead', 'lost']);
  // A tab that leads has nothing to take.
  first?.take();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(first?.heard).toEqual(['lead', 'lost', 'lead']);
});

test('where a browser has no Web Locks, every tab leads itself', async () => {
  const all = tabs(2, null);
  await Promise.resolve();
  expect(all.map((tab) => tab.isLeading())).toEqual([true, true]);
});
