import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { makeGhostExport } from '#tests/exports/ghost-export-file.ts';
import { plainEnvironment } from '../../plain-environment.ts';
import { builtProgram, runToEnd } from '../built-program.ts';

/** The seed of the kills. */
export const SEED = 20_260_105;
/** The milliseconds that a run may take on a machine with other work. */
const WITHIN = 5 * 60_000;

/** The faults that were found; empty if everything is right. */
export interface KillFindings {
  kills: number;
  faults: string[];
}

/**
 * Imports a Ghost export of so many posts with the built command, which is killed by SIGKILL so many times, at random
 * rows of its own notes; then lets it end, and checks that everything is there exactly once.
 */
export async function killImports(
  kills: number,
  posts: number,
  onKill: (number: number) => void,
): Promise<KillFindings> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-import-kills-'));
  const random = createRandom(SEED);
  const made = makeGhostExport(posts);
  const file = path.join(folder, 'old.ghost.json');
  writeFileSync(file, made.json);
  const environment = { DATA_DIR: path.join(folder, 'data'), SITE_URL: 'http://127.0.0.1:3999' };
  const database = path.join(environment.DATA_DIR, DATABASE_FILE);
  const program = [builtProgram('cli/import'), file, '--category', 'technology'];
  try {
    for (let number = 1; number <= kills; number += 1) {
      // A share of the work that is left, so that some kill meets every part of the work.
      const whole = posts * 2 + made.items * 2;
      const at = Math.floor(((number - 1 + random()) / kills) * whole);
      await runAndKill(program, { ...plainEnvironment(), ...environment }, () => rowsIn(database) >= at);
      onKill(number);
    }
    const ended = await runToEnd(process.execPath, program, { environment, cwd: folder, within: WITHIN });
    const faults = ended.code === 0 ? [] : [`The last run ended with ${ended.code}: ${ended.said.slice(-500)}`];
    const again = await runToEnd(process.execPath, program, { environment, cwd: folder, within: WITHIN });
    if (!/ 0 created, 0 updated, /.test(again.said))
      faults.push(`A run after it was not without changes: ${again.said.slice(0, 300)}`);
    return { kills, faults: [...faults, ...faultsIn(database, posts, made.items)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the command until it ends by itself or `isTime` is true. */
function runAndKill(program: string[], env: Record<string, string>, isTime: () => boolean): Promise<void> {
  const child = spawn(process.execPath, program, { env, stdio: 'ignore' });
  const timer = setInterval(() => {
    if (isTime()) child.kill('SIGKILL');
  }, 40);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

/** Counts the notes that an import has made: changes, items, checked addresses. */
function rowsIn(file: string): number {
  try {
    const reader = openReader(file);
    try {
      const rows = reader.prepare(
        `select (select count(*) from import_changes) + (select count(*) from import_items)
          + (select count(*) from import_addresses where outcome <> 'open')`,
      );
      return Number(rows.pluck().get());
    } finally {
      reader.close();
    }
  } catch {
    // The database is still being made.
    return 0;
  }
}

function faultsIn(file: string, posts: number, items: number): string[] {
  const reader = openReader(file);
  const number = (sql: string) => Number(reader.prepare(sql).pluck().get());
  const expected: [string, string, number][] = [
    ['posts of the export', "select count(*) from post_sources where source = 'Ghost'", posts],
    ['posts with a slug of the export twice', "select count(*) from blog_posts where slug glob 'text-*-2'", 0],
    ['imports', 'select count(*) from imports', 2],
    ['items of the first', 'select count(*) from import_items where import_id = 1', posts + items],
    [
      'posts of it that did not arrive',
      "select count(*) from import_items where import_id = 1 and part = 'posts' and outcome <> 'arrived'",
      0,
    ],
    [
      'posts it has noted as made',
      "select count(*) from import_changes where import_id = 1 and kind = 'post' and was = 'made'",
      posts,
    ],
    ['things a second run has changed', 'select count(*) from import_changes where import_id = 2', 0],
    ['addresses that lead nowhere', "select count(*) from import_addresses where outcome in ('missing', 'open')", 0],
    ['subscribers', "select count(*) from newsletter_subscribers where source = 'import'", Math.ceil(posts / 2)],
  ];
  try {
    return expected.flatMap(([what, sql, wanted]) => {
      const found = number(sql);
      return found === wanted ? [] : [`${what}: ${found}, not ${wanted}`];
    });
  } finally {
    reader.close();
  }
}

/** Returns a function that gives the same numbers from 0 to 1 in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
