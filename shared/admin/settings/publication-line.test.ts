import { expect, test } from 'vitest';
import type { PublicationStatus } from '#shared/contract/operation/publication.ts';
import { dateAndTime } from '../dates.ts';
import { publicationLine } from './publication-line.ts';

const NOW = Date.UTC(2025, 5, 1, 12);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const last = { number: 7, at: ago(2), bytes: 1536, plainBytes: 9000, due: 0 };
const failure = { since: ago(20), message: 'The store does not answer' };

const cases: [PublicationStatus, string][] = [
  [{ state: 'waiting', last: null, failure: null }, 'Not published yet; what has changed is published in a moment.'],
  [{ state: 'current', last, failure: null }, 'Published 2 minutes ago (1.5 kB).'],
  [
    { state: 'publishing', last: { ...last, due: 1 }, failure: null },
    'Published 2 minutes ago (1.5 kB, with a post that is due within a day); what has changed is being published.',
  ],
  [
    { state: 'failing', last: { ...last, due: 3 }, failure },
    `Published 2 minutes ago (1.5 kB, with 3 posts that are due within a day), failing since ${dateAndTime(ago(20))} (The store does not answer). It is tried again; until then reader servers show what they have.`,
  ],
  [
    { state: 'stopped', last, failure: { ...failure, message: 'Another server publishes.' } },
    'Another server publishes.',
  ],
];

test.each(cases)('%j is said as “%s”', (status, line) => {
  expect(publicationLine(status, NOW)).toBe(line);
});
