import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#server/paths.ts';
import { plainEnvironment } from '#tests/plain-environment.ts';
import type { Site } from './sites.ts';

/**
 * Publishes a running site, with the built command, into a folder whose host is at `filesUrl`. Resolves with the
 * output; rejects with the output if the command failed.
 */
export async function publishSite(site: Site, filesUrl: string, folder: string, settings = {}): Promise<string> {
  const command = path.join(projectRoot(), 'dist/server/cli/publish.js');
  const { stdout } = await promisify(execFile)(process.execPath, [command, folder, '--writer', site.url], {
    cwd: site.dataFolder,
    env: { ...plainEnvironment(), DATA_DIR: site.dataFolder, SITE_URL: filesUrl, ...settings },
  });
  return stdout;
}
