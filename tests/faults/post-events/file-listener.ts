import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { DurableListener } from '#server/services/events/durable-listener.ts';
import { doneBy, givenTo, type LISTENERS } from './listener-files.ts';

/** Returns the lines of a file that may not exist yet. */
export function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** A listener whose outside world is a file: it acts on each event, once for each id. */
export function fileListener(folder: string, name: (typeof LISTENERS)[number]): DurableListener {
  const done = new Set(linesOf(doneBy(folder, name)));
  return {
    name,
    isOutside: name === 'outside',
    async handle(events) {
      for (const { id } of events) {
        appendFileSync(givenTo(folder, name), `${id}\n`);
        // Yields, so that other listeners and the kill can come in between.
        await turn();
        if (done.has(id)) continue;
        appendFileSync(doneBy(folder, name), `${id}\n`);
        done.add(id);
      }
    },
  };
}
