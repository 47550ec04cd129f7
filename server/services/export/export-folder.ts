import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '#server/make-folder.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import {
  emptyManifest,
  MANIFEST_FILE,
  type Manifest,
  manifestText,
  PICTURES,
  readManifest,
} from './export-manifest.ts';
import type { ExportTarget } from './export-target.ts';

/**
 * Opens a folder for an export: a folder that does not exist, is empty, or contains an earlier export.
 * @throws ImportFault for any other folder.
 */
export async function openExportFolder(folder: string): Promise<ExportTarget> {
  makeFolder(folder);
  const root = await realpath(folder);
  const earlier = await readManifest(root);
  const present = (await readdir(root)).filter((name) => !name.startsWith('.'));
  if (!earlier && present.length > 0) {
    throw new ImportFault(`The folder ${folder} holds files that are no export of ours. Choose an empty one.`);
  }
  const pictures = path.join(root, PICTURES);
  await mkdir(pictures, { recursive: true });
  if (!(await lstat(pictures)).isDirectory()) {
    throw new ImportFault(`${pictures} is a link. Choose another folder.`);
  }
  // From here on the folder is an export of ours, even if this run is interrupted.
  const write = (name: string, text: string) =>
    replacing(path.join(root, name), (partial) => writeFile(partial, text, { flush: true }));
  const writeManifest = (manifest: Manifest) => write(MANIFEST_FILE, manifestText(manifest));
  if (!earlier) {
    await writeManifest(emptyManifest);
  }
  return {
    writePost: write,
    async addPicture(picture, name) {
      const target = path.join(pictures, name);
      if (await isFile(target)) return true;
      return picture(async (from) => {
        if (from === null) return false;
        await replacing(target, (partial) => copyFile(from, partial, constants.COPYFILE_EXCL));
        return true;
      });
    },
    async finish(manifest) {
      const current = new Set([...manifest.posts, ...manifest.pictures.map(({ file }) => `${PICTURES}/${file}`)]);
      const written = earlier ? [...earlier.posts, ...earlier.pictures.map(({ file }) => `${PICTURES}/${file}`)] : [];
      const gone = written.filter((name) => !current.has(name));
      await writeManifest(manifest);
      for (const name of gone) await rm(path.join(root, name), { force: true });
      return gone.length;
    },
  };
}

/**
 * The file gets its name only when it is complete. A file or link that has the name is replaced; a link is not
 * followed.
 */
async function replacing(target: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${target}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await write(partial);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
