import { text } from 'node:stream/consumers';
import type { Config } from '#server/config.ts';
import { type MakePublication, madePublication } from '#server/services/publication/make-publication.ts';
import { childEnvironment } from './child-environment.ts';
import { startOwnProgram } from './own-program.ts';

/** Megabytes of memory that a run may use for its data: the due posts. SQLite's own caches come in addition. */
const MEMORY = 384;

/**
 * Makes publications in a separate process with the lowest priority: copying and indexing a site must not slow down any
 * reader.
 */
export function publishInProcess(config: Config, siteId: string): MakePublication {
  return async (now, signal) => {
    const { output, ended, end } = startOwnProgram(
      {
        program: 'make-publication',
        args: ['--site', siteId, '--now', String(now)],
        env: childEnvironment(config),
        what: 'Publications are made',
        rendersNothing: true,
        memory: MEMORY,
      },
      'read',
    );
    signal.addEventListener('abort', end, { once: true });
    try {
      const said = output ? text(output) : Promise.resolve('');
      const [{ code, fault }, written] = await Promise.all([ended, said]);
      signal.throwIfAborted();
      if (code !== 0) throw new Error(fault);
      return madePublication.parse(JSON.parse(written));
    } finally {
      signal.removeEventListener('abort', end);
    }
  };
}
