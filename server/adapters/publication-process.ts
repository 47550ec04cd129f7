import { text } from 'node:stream/consumers';
import type { Config } from '#server/config.ts';
import { type MakePublication, madePublication } from '#server/services/publication/make-publication.ts';
import { childEnvironment } from './child-environment.ts';
import { startOwnProgram } from './own-program.ts';

/** Megabytes of memory a run may have for what it holds: posts that are due, and SQLite's own caches stand beside them. */
const MEMORY = 384;

/** Makes publications in a process of its own, below everything else: copying and indexing a site must hold up no reader. */
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
