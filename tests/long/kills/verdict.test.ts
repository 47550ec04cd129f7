import { expect, it } from 'vitest';
import { type Round, verdictOn } from './verdict.ts';

// Ten keys, one every 200 ms, and a kill 100 ms after the last.
const taken = [...'abcdefghij'].map((key, index) => ({ key, takenAt: index * 200 }));
const round: Round = { before: '', sent: 'abcdefghijk', taken, killedAt: 1900, after: 'abcdefghij' };

it('all that was typed may come back, and the key that was on its way', () => {
  expect(verdictOn(round)).toEqual({ fault: null, typed: 10, back: 10, lostMs: 0 });
  expect(verdictOn({ ...round, after: 'abcdefghijk' })).toMatchObject({ fault: null, back: 11 });
});

it('the last second may be missing, and not more', () => {
  expect(verdictOn({ ...round, after: 'abcde' })).toMatchObject({ fault: null, lostMs: 900 });
  expect(verdictOn({ ...round, after: 'abcd' }).fault).toContain('more than the last second');
});

it('anything but a prefix is a fault', () => {
  expect(verdictOn({ ...round, after: 'abcdfe' }).fault).toContain('no prefix');
  expect(verdictOn({ ...round, after: 'abcdefghijx' }).fault).toContain('no prefix');
});

it('what stood there before must be whole', () => {
  const edit = { ...round, before: 'Once. ' };
  expect(verdictOn({ ...edit, after: 'Once. abcdefghij' }).fault).toBeNull();
  expect(verdictOn({ ...edit, after: 'Onc. abcdefghij' }).fault).toContain('before');
});
