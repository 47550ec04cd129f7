import { expect, test } from 'vitest';
import { boundsOf, type Death, figuresOf } from './fleet-deaths.ts';

const death = (name: string, kind: Death['kind'], from: number, until: number): Death => ({ name, kind, from, until });
const deaths = [death('edge-1', 'edge', 10_000, 12_000), death('writer', 'writer', 60_000, 63_500)];
const failure = (from: number, until = from) => ({ what: 'edge-1 /', from, until });

test('seconds without a page belong to the death they fall into, each once, and deaths that nobody noticed have none', () => {
  const { figures, unexplained } = figuresOf(deaths, [failure(10_100), failure(10_900), failure(11_100)]);
  expect(figures).toEqual([
    { kind: 'edge', times: 1, dead: 2, withoutPage: 2 },
    { kind: 'reader', times: 0, dead: 0, withoutPage: 0 },
    { kind: 'writer', times: 1, dead: 3.5, withoutPage: 0 },
    { kind: 'store', times: 0, dead: 0, withoutPage: 0 },
  ]);
  expect(unexplained).toEqual([]);
});

test('what was asked before a death and failed in it belongs to it, and so does what broke just after', () => {
  const { figures, unexplained } = figuresOf(deaths, [failure(59_000, 60_100), failure(65_000)]);
  expect(figures.find(({ kind }) => kind === 'writer')?.withoutPage).toBe(2);
  expect(unexplained).toEqual([]);
});

test('what fails just after one death, while another machine is dead, belongs to the other', () => {
  const close = [death('store', 'store', 8000, 9500), ...deaths];
  const { figures } = figuresOf(close, [failure(10_500)]);
  expect(figures.filter(({ withoutPage }) => withoutPage > 0).map(({ kind }) => kind)).toEqual(['edge']);
});

test('a failure while nothing was dead is explained by none', () => {
  const late = failure(30_000);
  expect(figuresOf(deaths, [late]).unexplained).toEqual([late]);
});

test('only what was counted just before its own reader died may be missing', () => {
  const died = [death('reader-1', 'reader', 20_000, 21_000)];
  const counted = [
    { reader: 'reader-1', at: 14_000 },
    { reader: 'reader-1', at: 19_000 },
    { reader: 'reader-1', at: 22_000 },
    { reader: 'reader-2', at: 19_000 },
  ];
  expect(boundsOf(counted, died, 5000)).toEqual({ least: 3, most: 4 });
});
