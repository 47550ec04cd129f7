import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/config.ts';
import { programFile } from '#server/program-file.ts';
import type { ExportKind, MakeExport } from '#server/services/export/export-service.ts';
import { lowerPriority } from './lower-priority.ts';

/** Milliseconds a run may take to end after it was told to. */
const ENDS_WITHIN = 3000;
/** Characters kept of what a run said. */
const MOST_SAID = 20_000;
/** Megabytes of memory a run may have for what it holds. */
const MEMORY = 384;

const wordsOf: Record<ExportKind, readonly string[]> = {
  everything: [],
  ghost: ['--ghost'],
  'ghost-without-pictures': ['--ghost', '--without-pictures'],
};

/**
 * Makes exports by `npm run export`'s own program, in a process of its own below everything else: rendering and reading a
 * whole site must hold up no reader. What it writes is not read before it is asked for.
 */
export function exportInProcess(config: Config): MakeExport {
  return async (kind) => {
    const program = fileURLToPath(programFile('cli/export'));
    const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY}`, program, '-', ...wordsOf[kind]], {
      env: { ...process.env, DATA_DIR: config.DATA_DIR, SITE_URL: config.SITE_URL },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
    const archive = readAll(child);
    // Nothing is answered until the first bytes are there: until then a fault can still be told.
    const first = await archive.next();
    return Readable.from(withFirst(first, archive), { objectMode: false });
  };
}

type Archive = AsyncGenerator<Buffer, void>;

async function* withFirst(first: IteratorResult<Buffer, void>, rest: Archive): Archive {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** What the program writes. An archive it did not end itself is none: then this throws what it has said. */
async function* readAll(child: ChildProcess & { stdout: Readable; stderr: Readable }): Archive {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  const closed = once(child, 'close');
  // Told below; whoever goes before does not want to know.
  closed.catch(() => undefined);
  try {
    for await (const piece of child.stdout) yield piece;
    const [code, killedBy] = await closed;
    if (code === 0) return;
    throw new Error(said.trim().split(/\n\s+at /)[0] || `The export was ended by ${killedBy ?? `code ${code}`}.`);
  } finally {
    await end(child, closed);
  }
}

async function end(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const killing = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN);
  await closed.catch(() => undefined);
  clearTimeout(killing);
}
