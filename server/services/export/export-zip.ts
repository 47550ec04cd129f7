import type { Writable } from 'node:stream';
import { MANIFEST_FILE, manifestText, PICTURES } from './export-manifest.ts';
import type { ExportTarget } from './export-target.ts';
import { createZipWriter } from './zip-writer.ts';

/** An export as one zip archive, with the same content as the folder. `now` in milliseconds since 1970. */
export function openExportZip(out: Writable, now: number): ExportTarget {
  const zip = createZipWriter(out, now);
  return {
    writePost: (name, text) => zip.addText(name, text),
    addPicture: (picture, name) => zip.addFile(`${PICTURES}/${name}`, picture),
    async finish(manifest) {
      await zip.addText(MANIFEST_FILE, manifestText(manifest));
      await zip.end();
      return 0;
    },
  };
}
