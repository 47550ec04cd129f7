import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSource } from '#server/services/import/sources.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { renderContent } from '#shared/content/pipeline.ts';
import { faultsOf } from '#shared/content/testing/html-faults.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { must } from '../fuzz-target.ts';

/** A folder for the files that are given to an import, one after the other. */
export interface FuzzFolder {
  /**
   * Reads bytes to their end as the import of a file with that name does; returns false if they are refused. `unpacked`
   * is the number of characters in an archive; the bytes themselves if absent.
   */
  read(name: string, bytes: string | Uint8Array, unpacked?: number): Promise<boolean>;
  close(): void;
}

export function openFuzzFolder(): FuzzFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-fuzz-'));
  return {
    async read(name, bytes, unpacked = bytes.length) {
      const file = path.join(folder, name);
      writeFileSync(file, bytes);
      try {
        await readWhole(file, unpacked);
        return true;
      } catch (error) {
        if (error instanceof ImportFault) return false;
        throw error;
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Does everything that an import does with a file, and checks the results. */
async function readWhole(file: string, length: number): Promise<void> {
  const source = await openSource(file);
  try {
    const names: string[] = [];
    let bodies = 0;
    for await (const post of source.posts()) {
      names.push(post.file);
      if ('fault' in post) {
        must(post.fault instanceof ImportFault, `a post is refused with ${post.fault}`);
        continue;
      }
      bodies += post.body.length;
      must(!post.file.includes('..') || !/(^|[/\\])\.\.([/\\]|$)/.test(post.file), `a file outside: ${post.file}`);
      mustRenderSafely(post.body);
    }
    // An archive of a few bytes may contain text that only repeats itself.
    must(bodies <= 1000 + 300 * length, `${bodies} characters of posts`);
    let items = 0;
    for await (const item of source.items()) {
      items += 1;
      must(typeof item.file === 'string', 'an item without a place');
    }
    must(names.length + items <= 50 + length, `${names.length} posts and ${items} items`);
    const again: string[] = [];
    for await (const post of source.posts()) again.push(post.file);
    must(again.join('\n') === names.join('\n'), 'other posts the second time');
  } finally {
    await source.close();
  }
}

/** Text of another program must be safe when it is shown, whatever it was converted into. */
function mustRenderSafely(markdown: string): void {
  try {
    const faults = faultsOf(renderContent(markdown).html);
    must(faults.length === 0, `unsafe: ${faults.join(', ')}`);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'content_too_complex')) throw error;
  }
}
