import { runDesktopKills } from '#tests/long/desktop-kills/kill-desktop.ts';
import { expect, test } from './desktop-test.ts';

/** The first three of the rounds that `npm run test:long -- desktop-kills` runs. */
test('the app killed three times while the owner types, and the server once: at most the last second is missing', async () => {
  test.setTimeout(150_000);
  const { rounds, isEverywhere } = await runDesktopKills(3);
  expect(rounds.map(({ fault }) => fault)).toEqual([null, null, null]);
  expect(isEverywhere).toBe(true);
});
