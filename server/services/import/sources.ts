import { realpath } from 'node:fs/promises';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { ghostExport } from './ghost/ghost-export.ts';
import type { ImportSource, SourceKind } from './import-source.ts';
import { markdownArchive } from './markdown-archive.ts';
import { markdownFolder } from './markdown-folder.ts';
import { mediumExport } from './medium/medium-export.ts';
import { substackExport } from './substack/substack-export.ts';
import { wordpressExport } from './wordpress/wordpress-export.ts';

/** Every kind of source from which posts can be imported: the first kind that recognizes a path reads it. */
export const SOURCE_KINDS: readonly SourceKind[] = [
  ghostExport,
  wordpressExport,
  substackExport,
  mediumExport,
  markdownArchive,
  markdownFolder,
];

/**
 * Opens the source from which posts are to be imported.
 * @throws ImportFault when no kind of source can read it
 */
export async function openSource(path: string): Promise<ImportSource> {
  const place = await realpath(path);
  for (const kind of SOURCE_KINDS) {
    const source = await kind.open(place);
    if (source) return source;
  }
  throw new ImportFault(`${path} cannot be imported. What can: ${SOURCE_KINDS.map(({ says }) => says).join('; ')}.`);
}
