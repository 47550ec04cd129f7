import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { openS3Store } from '#server/adapters/blobs/s3/s3-store.ts';
import { type ObjectStore, startObjectStore } from '#tests/object-store/object-store.ts';
import { builtProgram, runToEnd } from '../built-program.ts';

/** The seed of the moved files and of the kills. */
export const SEED = 20_261_126;
/** The milliseconds that a run may take on a machine with other work. */
const WITHIN = 5 * 60_000;
const MIB = 1024 * 1024;
/** The size of a file that is uploaded in parts. */
const LARGE = 9 * MIB;
/** The largest size of the other files, in bytes. */
const SMALL = 200_000;

/** The faults that were found; empty if everything is right. */
interface MoveFindings {
  kills: number;
  /** The number of moves that were completed. */
  moves: number;
  /** The number of blobs that were uploaded although they were there already. */
  twice: number;
  faults: string[];
}

/**
 * Moves so many files into an object store with the built command, which is killed by SIGKILL at random lines of its
 * receipt, until there were so many kills; after each run that ends by itself, the next goes to a new place. Then
 * compares every byte.
 */
export async function killMoves(kills: number, blobs: number, onKill: (number: number) => void): Promise<MoveFindings> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-move-kills-'));
  const service = await startObjectStore();
  const random = createRandom(SEED);
  const from = path.join(folder, 'pictures');
  const found: MoveFindings = { kills: 0, moves: 0, twice: 0, faults: [] };
  try {
    const wanted = await fill(openFolderStore(from), blobs, random);
    while (found.kills < kills) {
      found.moves += 1;
      const prefix = `move-${found.moves}`;
      const work = createMove({ folder, from, service, prefix });
      service.requests.length = 0;
      let before = 0;
      while (found.kills < kills) {
        const at = before + 1 + Math.floor(random() * Math.max(1, blobs / 4));
        const { code } = await work.runAndKill(at);
        if (code === 0) break;
        found.kills += 1;
        onKill(found.kills);
        before = work.proved();
      }
      const ended = await work.runToEnd();
      if (ended.code !== 0)
        found.faults.push(`move ${found.moves} ended with ${ended.code}: ${ended.said.slice(-500)}`);
      const store = openS3Store({ place: service.place(prefix), workFolder: folder });
      found.faults.push(...(await compare(store, wanted)));
      found.twice += putsIn(service) - wanted.size;
    }
    // Nothing of the source was deleted.
    found.faults.push(...(await compare(openFolderStore(from), wanted)));
    return found;
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(store: BlobStore, blobs: number, random: () => number): Promise<Map<string, Buffer>> {
  const wanted = new Map<string, Buffer>();
  for (let number = 0; number < blobs; number += 1) {
    const size = number === 0 ? LARGE : Math.floor(random() * SMALL);
    const key = `${number % 3 === 0 ? 'originals' : 'uploads'}/${number.toString(16).padStart(24, '0')}.webp`;
    const bytes = Buffer.alloc(size, `${number} ${random()} `);
    wanted.set(key, bytes);
    await store.put(key, bytes);
  }
  return wanted;
}

interface MoveOptions {
  folder: string;
  from: string;
  service: ObjectStore;
  prefix: string;
}

function createMove({ folder, from, service, prefix }: MoveOptions) {
  const to = service.environment(prefix).BLOBS ?? '';
  // The next run finds the state of the move in its own data folder.
  const data = path.join(folder, prefix);
  const environment = { ...service.environment(prefix), BLOBS: from, DATA_DIR: data };
  const args = [builtProgram('cli/blobs-move'), from, to];
  const proved = () => linesOf(data);
  return {
    proved,
    runToEnd: () => runToEnd(process.execPath, args, { environment, cwd: folder, within: WITHIN }),
    /** Runs until the receipt has so many lines, or until the command ends by itself. */
    runAndKill: (lines: number) =>
      new Promise<{ code: number | null }>((resolve, reject) => {
        const child = spawn(process.execPath, args, {
          env: { PATH: process.env.PATH, ...environment },
          stdio: 'ignore',
        });
        const timer = setInterval(() => {
          if (proved() >= lines) child.kill('SIGKILL');
        }, 10);
        child.once('error', reject);
        child.once('close', (code) => {
          clearInterval(timer);
          resolve({ code });
        });
      }),
  };
}

/** Counts the lines of the receipts of a data folder, without the first line of each. */
function linesOf(data: string): number {
  try {
    const name = readdirSync(data).find((each) => each.endsWith('.jsonl')) ?? '';
    return readFileSync(path.join(data, name), 'utf8').split('\n').length - 2;
  } catch {
    return 0;
  }
}

async function compare(store: BlobStore, wanted: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const faults: string[] = [];
  for (const [key, bytes] of wanted) {
    const read = await store.get(key);
    if (!read) faults.push(`${key} is not in ${store.address}`);
    else if (!(await buffer(read.body)).equals(bytes)) faults.push(`${key} has other bytes in ${store.address}`);
  }
  return faults;
}

/** Counts uploads of whole blobs: an upload in parts is counted by its start. */
function putsIn({ requests }: ObjectStore): number {
  return requests.filter((request) => /^PUT [^?]*\.webp$|^POST [^?]*\?uploads=$/.test(request)).length;
}

/** Returns a function that gives numbers from 0 to 1, the same every time (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
