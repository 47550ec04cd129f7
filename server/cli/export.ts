import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { exportPosts } from '#server/services/export/export-posts.ts';
import { runCommand, typedPath, UsageError } from './command.ts';
import { hasSite, openSite } from './open-site.ts';
import { createProgress, plain } from './progress.ts';

const USAGE = `Usage: npm run export -- FOLDER

Writes every post as Markdown with YAML front matter, and the originals of its pictures, into an empty folder or over an
earlier export. An import of it brings the same posts back.`;

function readFolder(): string | null {
  try {
    const options = { help: { type: 'boolean', short: 'h', default: false } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return null;
    if (positionals.length === 1 && positionals[0]) return typedPath(positionals[0]);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  throw new UsageError(USAGE);
}

await runCommand(async () => {
  const folder = readFolder();
  if (folder === null) {
    console.log(USAGE);
    return 0;
  }
  const config = readConfig(process.env);
  if (!hasSite(config))
    throw new UsageError(
      `There is no site in ${config.DATA_DIR} to export. Set DATA_DIR, or start one with npm start.`,
    );
  const site = await openSite(config);
  const progress = createProgress(process.stdout);
  try {
    const report = await exportPosts({ ...site, folder, onProgress: progress.show });
    progress.end();
    console.log(`Done: ${report.posts} posts and ${report.pictures} pictures in ${plain(folder)}`);
    if (report.removed > 0)
      console.log(`${report.removed} files of the export before are gone: their posts or pictures are.`);
    if (report.missingPictures.length === 0) return 0;
    console.log(`The files of these pictures are missing: ${plain(report.missingPictures.join(', '))}`);
    return 1;
  } finally {
    progress.end();
    await site.close();
  }
});
