import { expect, test } from 'vitest';
import { killWebhooks } from './webhook-kills/kill-webhooks.ts';

/** A share of the hundred kills among a thousand events that `npm run test:long -- webhook-kills` runs. */
const SHARE = { posts: 4, kills: 1 };

test('a server that is killed while it tells a webhook of posts tells each event, a repeat under the same id', async () => {
  const { faults, kills, events } = await killWebhooks(SHARE, () => undefined);
  expect(faults).toEqual([]);
  expect([kills, events]).toEqual([SHARE.kills, 2 * SHARE.posts]);
});
