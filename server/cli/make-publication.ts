import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { makePublication } from '#server/services/publication/make-publication.ts';
import { runCommand, UsageError } from './command.ts';
import { stopSignal } from './stop-signal.ts';

/**
 * The command that the server, and nobody else, starts for each publication: it makes the publication's files in the
 * data folder and writes their description as JSON (`madePublication`).
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { now: { type: 'string' }, site: { type: 'string' } } });
  const { DATA_DIR: dataDir, READER_SECRET: readerSecret } = readConfig(process.env);
  const now = Number(values.now);
  if (!values.site || !Number.isSafeInteger(now) || readerSecret === undefined)
    throw new UsageError('This is begun by the server, which publishes by itself where READER_SECRET is set.');
  const made = await makePublication({ dataDir, siteId: values.site, readerSecret, now, signal: stopSignal() });
  process.stdout.write(JSON.stringify(made));
  return 0;
});
