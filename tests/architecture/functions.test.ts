import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@swc/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { root, sourceFiles } from './source-files.ts';

/** A longer function does more than its name says. */
const MOST_LINES = 80;
/** The rooms to which the limit applies. */
const ROOMS = ['shared/', 'server/', 'desktop/'];

const isProduction = (name: string) => /\.tsx?$/.test(name) && !/\.(test|conformance|d)\.tsx?$/.test(name);

test('no function of these rooms is longer than can be read at once', async () => {
  const names = sourceFiles()
    .map(({ name }) => name)
    .filter((name) => isProduction(name) && ROOMS.some((room) => name.startsWith(room)));
  for (const room of ROOMS) expect(names.filter((name) => name.startsWith(room))).not.toEqual([]);
  const found: string[] = [];
  for (const name of names) {
    const source = readFileSync(path.join(root, name), 'utf8');
    if (source.split('\n').length <= MOST_LINES) continue;
    for (const { title, line, lines } of await functionsOf(source, name.endsWith('x'))) {
      if (lines > MOST_LINES) found.push(`${name}:${line} ${title}, ${lines} lines`);
    }
  }
  expect(found).toEqual([]);
});

test('functions of every kind are measured from their first line to their last', async () => {
  const source = `// A comment before all.

function declared() {
}
export const arrow = () => {

};
class Kind {
  method() {


  }
}
const entries = { /* “…” is longer in bytes than in letters */ of(): void {
  return;
} };
`;
  expect(await functionsOf(source, true)).toEqual([
    { title: 'declared', line: 3, lines: 2 },
    { title: 'arrow', line: 5, lines: 3 },
    { title: 'method', line: 9, lines: 4 },
    { title: 'of', line: 14, lines: 3 },
  ]);
});

interface Measured {
  title: string;
  line: number;
  lines: number;
}

const node = z.object({ span: z.object({ start: z.number(), end: z.number() }) });
const FUNCTIONS =
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|PrivateMethod|Constructor|MethodProperty|GetterProperty|SetterProperty)$/;

/** Returns the functions of a source text in order. `tsx`: the text may hold JSX elements. */
async function functionsOf(source: string, tsx: boolean): Promise<Measured[]> {
  // Positions count bytes over everything that was parsed so far, and a module begins at its first statement.
  const bytes = Buffer.from(`;${source}`);
  const module = await parse(bytes.toString(), { syntax: 'typescript', tsx });
  const lineAt = (position: number) =>
    bytes
      .subarray(0, position - module.span.start)
      .toString()
      .split('\n').length;
  const found: Measured[] = [];
  const walk = (value: unknown, title: string): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, '?');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const own = titleOf(value) ?? title;
    if (FUNCTIONS.test(String(Reflect.get(value, 'type')))) {
      const { start, end } = node.parse(value).span;
      const line = lineAt(start);
      found.push({ title: own, line, lines: lineAt(end) - line + 1 });
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'span') walk(child, key === 'init' ? own : '?');
  };
  walk(module.body, '?');
  return found;
}

/** Returns the name of a declaration, a method or a variable. */
function titleOf(value: object): string | null {
  for (const key of ['identifier', 'key', 'id']) {
    const name: unknown = Reflect.get(value, key);
    if (typeof name === 'object' && name !== null && 'value' in name) return String(name.value);
  }
  return null;
}
