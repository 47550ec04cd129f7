import { expect, test } from 'vitest';
import { endpoints } from '#shared/contract/index.ts';
import { postPage, summary } from '../pages/page-fixtures.ts';
import { readersCalls } from './readers-calls.ts';

const names = Object.keys(readersCalls) as (keyof typeof readersCalls)[];
const image = { width: 1200, height: 630, srcset: '/uploads/a.webp 1200w' };
const samples: Record<keyof typeof readersCalls, unknown> = {
  listCategories: [{ ...summary.category, postCount: 3 }],
  getCategory: { ...summary.category, postCount: 3 },
  listPosts: [{ ...summary, image }],
  getPost: { ...postPage, image },
  listRelatedPosts: [summary],
  searchPosts: [{ ...summary, snippet: 'a <mark>word</mark>' }],
  countView: undefined,
  sendContactMessage: undefined,
};

/** The contract's call of this name. */
function contractOf(name: string) {
  const endpoint = endpoints.find((each) => each.name === name);
  return endpoint ?? expect.fail(`The contract has no ${name}`);
}

test.each(names)('%s is the call of the contract', (name) => {
  const { method, path, access, response } = contractOf(name);
  expect(readersCalls[name]).toMatchObject({ name, method, path, access });
  expect(readersCalls[name].response === undefined).toBe(response === undefined);
});

/** The value with something else in one of its places, for each of its places and each kind of value. */
function spoilt(value: unknown): unknown[] {
  const others = [null, undefined, 1, '2025-07-09T06:00:00.000Z', true, {}, []];
  if (typeof value !== 'object' || value === null) return others;
  const parts = Object.entries(value).flatMap(([name, part]) =>
    spoilt(part).map((other) => (Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other })),
  );
  return [...others, ...parts];
}

test.each(names.filter((name) => contractOf(name).response))(
  '%s takes what its schema takes, and nothing else',
  (name) => {
    const takes = (parser: { parse(value: unknown): unknown } | undefined, value: unknown) => {
      try {
        parser?.parse(value);
        return true;
      } catch {
        return false;
      }
    };
    const values = [samples[name], ...spoilt(samples[name])];
    const bySchema = values.filter((value) => takes(contractOf(name).response, value));
    expect(bySchema).toContain(samples[name]);
    expect(values.filter((value) => takes(readersCalls[name].response, value))).toEqual(bySchema);
  },
);
