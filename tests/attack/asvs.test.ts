import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#tests/architecture/source-files.ts';

// Checks docs/asvs.md: no requirement is missing, and everything that is named as a proof exists.

/**
 * The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0; they are numbered from 1 without a gap.
 */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};
/** The number of requirements of each level: 70 of level 1 and 183 of level 2. */
const OF_LEVEL = { 1: 70, 2: 183 };

const text = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => {
    const [number = '', level = '', , status = '', proof = ''] = line.slice(2, -2).split(' | ');
    return { number, level: Number(level), status, proof };
  });

test('every requirement of levels 1 and 2 has one line, and no line has another number', () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(rows.map(({ number }) => number).sort()).toEqual(wanted.sort());
  for (const level of [1, 2] as const) expect(rows.filter((row) => row.level === level)).toHaveLength(OF_LEVEL[level]);
});

test('the sums at its head are those of its lines', () => {
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  expect(text).toContain(
    `${rows.length} requirements: ${count('met')} met, ${count('not applicable')} not applicable, ${count('not met')} not met.`,
  );
});

/** Whether the name is a place of the repository: a file or folder, by its path or by a name at its top. */
const isPlace = (name: string) => /^[\w.-]+(?:\/[\w.-]+)*$/.test(name) && existsSync(path.join(root, name));

test('the files and tests that the findings name are there', () => {
  const [, section = ''] = readFileSync(path.join(root, 'docs/security.md'), 'utf8').split('## Findings\n');
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| [HML]\d/.test(line));
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    let file = '';
    for (const [, name = ''] of line.matchAll(/`([^`]+)`/g)) {
      if (isPlace(name)) file = name;
      else expect([file, name, readFileSync(path.join(root, file), 'utf8').includes(name)]).toEqual([file, name, true]);
    }
  }
});

describe('what is named is there', () => {
  test.each(rows)('$number', ({ status, proof }) => {
    expect(['met', 'not applicable', 'not met']).toContain(status);
    expect(proof.length).toBeGreaterThan(10);
    let file = '';
    const places: string[] = [];
    for (const [, name = ''] of proof.matchAll(/`([^`]+)`/g)) {
      if (/\/|\.md$|\.json$|^deploy$/.test(name) && !name.includes(' ') && !name.startsWith('/')) {
        expect([name, isPlace(name)]).toEqual([name, true]);
        places.push(name);
        file = /\.(?:test\.tsx?|spec\.ts)$/.test(name) ? name : '';
      } else if (file !== '') {
        const source = readFileSync(path.join(root, file), 'utf8');
        const isThere = ["'", '"', '`'].some((quote) => source.includes(quote + name + quote));
        expect([file, name, isThere]).toEqual([file, name, true]);
      }
    }
    if (status === 'met') expect(places.length).toBeGreaterThan(0);
    // Each heading that is named must exist in its document.
    for (const [, document = '', names = ''] of proof.matchAll(/`(docs\/[\w.]+\.md)`, ((?:“[^”]+”(?:,| and)? ?)+)/g)) {
      const headings = readFileSync(path.join(root, document), 'utf8');
      for (const [, heading = ''] of names.matchAll(/“([^”]+)”/g)) {
        expect([document, heading, headings.includes(`# ${heading}\n`)]).toEqual([document, heading, true]);
      }
    }
  });
});
