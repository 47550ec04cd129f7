import { runDesktopKills } from '#tests/long/desktop-kills/kill-desktop.ts';
import { expect, test } from './desktop-test.ts';

/**
 * The second of the rounds that `npm run test:long -- desktop-kills` runs: the harder one, because no typed word can
 * come from the server.
 */
test('the server killed while the owner types, then the app: at most the last second is missing', {
  tag: '@long',
}, async () => {
  const { rounds, isEverywhere } = await runDesktopKills({ from: 2, to: 2 });
  expect(rounds.map(({ fault }) => fault)).toEqual([null]);
  expect(isEverywhere).toBe(true);
});
