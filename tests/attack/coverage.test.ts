import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#tests/architecture/source-files.ts';

// Checks the table of docs/security.md: every abuse case has its tests, and the tests that it names exist.

const CASES = 48;
/** The only way to say that a test is missing; its uses are counted, so that it does not become a habit. */
const NOT_COVERED = 'not yet covered';
const NOT_COVERED_ALLOWED = 0;

interface Row {
  number: number;
  title: string;
  outcome: string;
  proofs: Proof[];
  twins: Proof[];
  isOpen: boolean;
}

interface Proof {
  file: string;
  title: string;
}

/** `file.test.ts`: `a title`, `another` → one proof for each title. */
function proofsIn(cell: string): Proof[] {
  let file = '';
  const proofs: Proof[] = [];
  for (const [, text = ''] of cell.matchAll(/`([^`]+)`/g)) {
    if (/\.(?:test\.tsx?|spec\.ts)$/.test(text)) file = text;
    else proofs.push({ file, title: text });
  }
  return proofs;
}

function rowsOf(document: string): Row[] {
  const [, section = ''] = document.split('## Abuse cases\n');
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  return lines
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [first = '', outcome = '', shown = '', twin = ''] = line.slice(2, -2).split(' | ');
      const isOpen = shown === NOT_COVERED;
      const proofs = proofsIn(shown);
      return { number: Number.parseInt(first, 10), title: first, outcome, proofs, twins: proofsIn(twin), isOpen };
    });
}

/** Returns the lines of the table of cases that are tried over MCP; "20–28, 30" are ten cases. */
function throughMcp(document: string) {
  const [, section = ''] = document.split('## Abuse cases through MCP\n');
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  return lines
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [title = '', outcome = '', shown = ''] = line.slice(2, -2).split(' | ');
      const numbers = title.split(', ').flatMap((range) => {
        const [first = 0, last = first] = range.split('–').map(Number);
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      });
      return { title, numbers, outcome, proofs: proofsIn(shown) };
    });
}

/** Whether a file has a test, or a group of tests, with exactly this title. */
function hasTitle({ file, title }: Proof): boolean {
  if (!existsSync(path.join(root, file))) return false;
  const text = readFileSync(path.join(root, file), 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(quote + title + quote));
}

const rows = rowsOf(readFileSync(path.join(root, 'docs/security.md'), 'utf8'));

test('every case has its line, and no line has another number', () => {
  const numbers = new Set(rows.map(({ number }) => number));
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: CASES }, (_, index) => index + 1));
});

test(`${NOT_COVERED_ALLOWED} cases are left open`, () => {
  expect(rows.filter(({ isOpen }) => isOpen).map(({ title }) => title)).toHaveLength(NOT_COVERED_ALLOWED);
});

describe('the tests are there', () => {
  test.each(rows.filter(({ isOpen }) => !isOpen))('$title', ({ outcome, proofs, twins }) => {
    expect(outcome.length).toBeGreaterThan(10);
    expect(proofs, 'a test with a definite outcome').not.toEqual([]);
    expect(twins, 'a harmless twin').not.toEqual([]);
    expect([...proofs, ...twins].filter((proof) => !hasTitle(proof))).toEqual([]);
  });
});

describe('through MCP', () => {
  const lines = throughMcp(readFileSync(path.join(root, 'docs/security.md'), 'utf8'));

  test('every case is tried, or it is said why it cannot arise', () => {
    const numbers = lines.flatMap((line) => line.numbers).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: CASES }, (_, index) => index + 1));
  });

  test.each(lines)('$title', ({ outcome, proofs }) => {
    expect(outcome.length).toBeGreaterThan(10);
    expect(proofs).not.toEqual([]);
    expect(proofs.filter((proof) => !hasTitle(proof))).toEqual([]);
  });
});

describe('this reader', () => {
  const line = (shown: string) => `## Abuse cases\n| 7 a title | an outcome | ${shown} | \`b.test.ts\`: \`a twin\` |\n`;

  test('takes a title for missing that no test has, and a file that is not there', () => {
    expect(hasTitle({ file: 'tests/attack/doors.test.ts', title: 'cannot be started as another program' })).toBe(true);
    expect(hasTitle({ file: 'tests/attack/doors.test.ts', title: 'cannot be started as another' })).toBe(false);
    expect(hasTitle({ file: 'tests/attack/none.test.ts', title: 'cannot be started as another program' })).toBe(false);
  });

  test('finds several titles of several files', () => {
    const [row] = rowsOf(line('`a.test.ts`: `one`, `two`; `c.spec.ts`: `three`'));
    expect(row?.proofs.map(({ file, title }) => `${file} ${title}`)).toEqual([
      'a.test.ts one',
      'a.test.ts two',
      'c.spec.ts three',
    ]);
  });

  test('takes no other words for an open case', () => {
    expect(rowsOf(line(NOT_COVERED))[0]?.isOpen).toBe(true);
    expect(rowsOf(line('not yet written'))[0]).toMatchObject({ isOpen: false, proofs: [] });
  });
});
