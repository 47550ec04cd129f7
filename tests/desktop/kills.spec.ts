import { runDesktopKills } from '#tests/long/desktop-kills/kill-desktop.ts';
import { expect, test } from './desktop-test.ts';

/** The first two of the rounds that `npm run test:long -- desktop-kills` runs. */
test('the app killed twice while the owner types, and the server once: at most the last second is missing', async () => {
  test.setTimeout(150_000);
  const { rounds, isEverywhere } = await runDesktopKills(2);
  expect(rounds.map(({ fault }) => fault)).toEqual([null, null]);
  expect(isEverywhere).toBe(true);
});
