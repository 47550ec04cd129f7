import { Readable } from 'node:stream';
import type { Config } from '#server/config.ts';
import { dropSiteCopy, newCopyName } from '#server/services/export/export-copy.ts';
import type { ExportKind, MakeExport } from '#server/services/export/export-service.ts';
import { childEnvironment } from './child-environment.ts';
import { type Ended, startOwnProgram } from './own-program.ts';

/** Megabytes of memory a run may have for what it holds. */
const MEMORY = 384;

const wordsOf: Record<ExportKind, readonly string[]> = {
  everything: [],
  ghost: ['--ghost'],
  'ghost-without-pictures': ['--ghost', '--without-pictures'],
};

/**
 * Makes exports by `npm run export`'s own program, in a process of its own: rendering and reading a whole site must hold up
 * no reader. What it writes is not read before it is asked for.
 */
export function exportInProcess(config: Config): MakeExport {
  return async (kind) => {
    const copy = newCopyName();
    const { output, ended, end } = startOwnProgram(
      {
        program: 'export',
        args: ['-', '--copy', copy, ...wordsOf[kind]],
        env: childEnvironment(config),
        what: 'Exports are made',
        rendersNothing: true,
        memory: MEMORY,
      },
      'read',
    );
    let finished: Promise<void> | undefined;
    const finish = () => {
      end();
      // One that was ended has left its copy there: the whole site, with who follows it.
      finished ??= ended.then(
        () => dropSiteCopy(config.DATA_DIR, copy),
        () => undefined,
      );
      return finished;
    };
    const pieces = readAll(output, ended);
    try {
      // Nothing is answered until the first bytes are there: until then a fault can still be told.
      return archiveOf(await pieces.next(), pieces, finish);
    } catch (error) {
      await finish();
      throw error;
    }
  };
}

type Archive = AsyncGenerator<Buffer, void>;

/** What the program writes. An archive it did not end itself is none: then this throws what it has said. */
async function* readAll(output: Readable | null, ended: Promise<Ended>): Archive {
  // Told below; whoever goes before does not want to know.
  ended.catch(() => undefined);
  for await (const piece of output ?? []) yield piece;
  const { code, fault } = await ended;
  if (code !== 0) throw new Error(fault);
}

/** An archive that ends what makes it when it is destroyed, also where nothing of it was ever read. */
function archiveOf(first: IteratorResult<Buffer, void>, rest: Archive, finish: () => Promise<void>): Readable {
  let waiting: IteratorResult<Buffer, void> | null = first;
  const next = async () => {
    const piece = waiting ?? (await rest.next());
    waiting = null;
    if (!piece.done) return piece.value;
    // Whoever has all of it may ask for the next at once.
    await finish();
    return null;
  };
  return new Readable({
    read() {
      next().then(
        (piece) => this.push(piece),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      finish().then(
        () => done(error),
        (fault: Error) => done(error ?? fault),
      );
    },
  });
}
