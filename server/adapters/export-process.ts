import { Readable } from 'node:stream';
import type { Config } from '#server/config.ts';
import { dropSiteCopy, newCopyName } from '#server/services/export/export-copy.ts';
import type { ExportKind, MakeExport } from '#server/services/export/export-service.ts';
import { childEnvironment } from './child-environment.ts';
import { type Ended, startOwnProgram } from './own-program.ts';

/** Megabytes of memory that a run may use for its data. */
const MEMORY = 384;

const wordsOf: Record<ExportKind, readonly string[]> = {
  everything: [],
  ghost: ['--ghost'],
  'ghost-without-pictures': ['--ghost', '--without-pictures'],
};

/**
 * Makes exports with the program of `npm run export`, in a separate process: rendering and reading a whole site must
 * not slow down any reader. The program's output is read only when it is asked for.
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
      // A program that was ended has left its copy there: the whole site, including its subscribers.
      finished ??= ended.then(
        () => dropSiteCopy(config.DATA_DIR, copy),
        () => undefined,
      );
      return finished;
    };
    const pieces = readAll(output, ended);
    try {
      // Nothing is answered before the first bytes have come: until then a fault can still be reported.
      return archiveOf(await pieces.next(), pieces, finish);
    } catch (error) {
      await finish();
      throw error;
    }
  };
}

type Archive = AsyncGenerator<Buffer, void>;

/**
 * Yields the output of the program. An archive that the program did not finish itself is invalid: then this throws the
 * program's error message.
 */
async function* readAll(output: Readable | null, ended: Promise<Ended>): Archive {
  // The rejection is handled below; a client that leaves before does not need it.
  ended.catch(() => undefined);
  for await (const piece of output ?? []) yield piece;
  const { code, fault } = await ended;
  if (code !== 0) throw new Error(fault);
}

/**
 * Creates the stream of an archive. Destroying the stream ends the program that makes the archive, even if nothing of
 * it was ever read.
 */
function archiveOf(first: IteratorResult<Buffer, void>, rest: Archive, finish: () => Promise<void>): Readable {
  let waiting: IteratorResult<Buffer, void> | null = first;
  const next = async () => {
    const piece = waiting ?? (await rest.next());
    waiting = null;
    if (!piece.done) return piece.value;
    // A client that has the whole archive may ask for the next one at once.
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
