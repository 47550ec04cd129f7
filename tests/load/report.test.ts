import { expect, test } from 'vitest';
import { replaceSection, section, table } from './report.ts';
import { median, percentile } from './statistics.ts';
import { parseWrk } from './wrk.ts';

test('a section takes the place of the one before it, and nothing else moves', () => {
  const document = 'A\n<!-- bench:one -->\nold\n<!-- /bench:one -->\nB\n<!-- bench:two -->\n<!-- /bench:two -->\nC';
  const once = replaceSection(document, 'one', 'new $& text');
  expect(once).toBe(document.replace('old', () => 'new $& text'));
  expect(replaceSection(once, 'one', 'old')).toBe(document);
  expect(() => replaceSection(document, 'three', 'x')).toThrow('bench:three');
});

test('a missed budget stands out', () => {
  const check = { what: 'a page', budget: '≤ 1 s', measured: '2 s', isMet: false };
  expect(section({ checks: [check], details: 'Details.' }, 'now')).toContain('| a page | ≤ 1 s | 2 s | **no** |');
  expect(table(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | ---: |\n| 1 | 2 |');
});

test('a percentile is a value that was measured, and the median of an even number lies between two', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1), percentile([7], 0.99)]).toEqual([
    50, 99, 100, 7,
  ]);
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  expect(() => median([])).toThrow();
});

const WRK = `Running 5s test @ http://127.0.0.1:3000/
  Latency Distribution
     50%    2.17ms
     99%  812.00us
  142183 requests in 5.00s, 1.42GB read
Requests/sec:  28432.55
Transfer/sec:    290.10MB`;

test('what wrk says is read in one unit, and errors are no result', () => {
  expect(parseWrk(WRK)).toEqual({ rate: 28_432.55, requests: 142_183, p99: 0.812 });
  expect(() => parseWrk(`${WRK}\n  Non-2xx or 3xx responses: 3`)).toThrow('errors');
  expect(() => parseWrk('unable to connect')).toThrow('unexpected');
});
