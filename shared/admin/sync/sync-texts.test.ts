import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ExchangeState } from '#shared/contract/workspace.ts';
import { asleep } from '#shared/workspace/exchange/exchange-port.ts';
import type { HeldDeletions } from '#shared/workspace/exchange/held-deletions.ts';
import { deletionsText, pushedAgainText, syncedText, syncText } from './sync-texts.ts';

const synced: ExchangeState = { ...asleep, status: 'on-the-server', lastSyncedAt: 0 };
const deletions: HeldDeletions = {
  key: '1',
  kinds: [
    { kind: 'draft', deleted: 12, of: 14 },
    { kind: 'prompt', deleted: 3, of: 3 },
  ],
};
const said = (more: Partial<ExchangeState>) => {
  const { sign, label } = syncText({ ...synced, ...more });
  return `${sign}: ${label}`;
};

describe('the badge', () => {
  it('has the three states', () => {
    expect(said({})).toBe('on-the-server: Synced');
    expect(said({ status: 'waiting', unsent: 3 })).toBe('waiting: Waiting for the server');
    expect(said({ status: 'on-this-computer' })).toBe('on-this-computer: On this computer');
  });

  it('says what is wrong first, the worst of it', () => {
    const offline = { isOnline: false, status: 'waiting', unsent: 3 } as const;
    expect(said(offline)).toBe('offline: Offline');
    expect(said({ refused: 1, status: 'waiting' })).toBe('attention: Not all is sent');
    expect(said({ tooLarge: ['draft:a'], status: 'waiting' })).toBe('attention: Not all is sent');
    expect(said({ ...offline, isSignedIn: false })).toBe('attention: Signed out');
    expect(said({ ...offline, question: { siteId: 'b' } })).toBe('attention: Another site');
    expect(said({ status: 'not-kept', question: { siteId: 'b' } })).toBe('attention: Not kept here');
  });
});

it('says how many drafts are too large, and that nothing else waits for them', () => {
  const sentence = (tooLarge: string[]) => syncText({ ...synced, status: 'waiting', tooLarge }).sentence;
  expect(sentence(['draft:a'])).toBe(
    'One draft is too large for the server and kept on this computer only. Everything else is exchanged.',
  );
  expect(sentence(['draft:a', 'draft:b'])).toMatch(/^2 drafts are too large/);
});

it('has the labels the README names, in its order: each is said though all that comes after it is so as well', () => {
  const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| (.+?) \| /gm)].map(([, label]) => label).slice(1);
  const worse: Partial<ExchangeState>[] = [
    { status: 'waiting' },
    { status: 'on-this-computer' },
    { refused: 1 },
    { isOnline: false },
    { isSignedIn: false },
    { deletions },
    { question: { siteId: 'b' } },
    { status: 'not-kept' },
  ];
  const states = [synced];
  for (const more of worse) states.unshift({ ...(states[0] ?? synced), ...more });
  expect(states.map((state) => syncText(state).label)).toEqual(rows);
});

it('counts in words', () => {
  expect(syncText({ ...synced, status: 'waiting', unsent: 1 }).sentence).toMatch(/: 1 change\.$/);
  expect(syncText({ ...synced, status: 'waiting', unsent: 1204 }).sentence).toMatch(/: 1,204 changes\.$/);
  expect(pushedAgainText(1)).toContain('of 1 document was');
  expect(pushedAgainText(12)).toContain('of 12 documents was');
});

it('says what would be deleted, of how much', () => {
  expect(deletionsText(deletions)).toBe('12 of 14 drafts and working copies, 3 of 3 prompts');
});

it('says when everything was the same here and there', () => {
  const at = new Date(2026, 2, 14, 14, 5, 9).getTime();
  expect(syncedText(null, at)).toBe('Not yet');
  expect(syncedText(at, at)).toBe('14:05:09');
  expect(syncedText(at, at + 86_400_000)).toBe('14 Mar 2026, 14:05');
});
