import { runDesktopKills } from '#tests/long/desktop-kills/kill-desktop.ts';
import { expect, test } from './desktop-test.ts';

test('the app killed five times while the owner types, and the server twice: at most the last second is missing', async () => {
  test.setTimeout(150_000);
  const { rounds, isEverywhere } = await runDesktopKills(5);
  expect(rounds.map(({ fault }) => fault)).toEqual([null, null, null, null, null]);
  expect(isEverywhere).toBe(true);
});
