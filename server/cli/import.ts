import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { importPosts } from '#server/services/import/import-posts.ts';
import { openSource, SOURCE_KINDS } from '#server/services/import/sources.ts';
import { runCommand, typedPath, UsageError } from './command.ts';
import { importSummary } from './import-summary.ts';
import { openSite } from './open-site.ts';
import { createProgress, plain } from './progress.ts';

const USAGE = `Usage: npm run import -- PATH [--category SLUG] [--map FILE] [--dry-run] [--force] [--verbose]

Brings posts in. A second run changes what has changed. PATH may be:
${SOURCE_KINDS.map(({ says }) => `  ${says}`).join('\n')}

  --category SLUG  category of the posts that name none of ours
  --map FILE       YAML or JSON, "tag: category slug" a line; the first line one of a post's tags stands in decides
  --dry-run        only say what would be done
  --force          also posts that have not changed: what was edited here since they were imported is overwritten
  --verbose        name every post and picture`;

function readArguments() {
  const options = {
    category: { type: 'string' },
    map: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    verbose: { type: 'boolean', short: 'v', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

await runCommand(async () => {
  const { values, positionals } = readArguments();
  const [typed, ...more] = positionals;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (typed === undefined || more.length > 0) throw new UsageError(USAGE);
  const map = values.map === undefined ? undefined : await readFile(typedPath(values.map), 'utf8');
  const source = await openSource(typedPath(typed));
  const isDryRun = values['dry-run'];
  const isVerbose = values.verbose;

  const site = await openSite(readConfig(process.env), { isDryRun });
  const progress = createProgress(process.stdout);
  try {
    if (site.login) {
      const password = site.login.madeUpPassword ?? '(the one in ADMIN_PASSWORD)';
      progress.say('There was no site yet; it was made. The login for /admin/login:');
      progress.say(`  e-mail    ${site.login.email}\n`.trimEnd());
      progress.say(`  password  ${password}`);
    }
    const report = await importPosts({
      ...site,
      source,
      fallback: values.category,
      map,
      isDryRun,
      isForced: values.force,
      onProgress(done, total, file, outcome) {
        if (isVerbose && outcome !== 'unchanged') progress.say(`${outcome}: ${file}`);
        progress.show(done, total, file);
      },
    });
    progress.end();
    for (const line of importSummary(report, { isVerbose, isDryRun })) console.log(plain(line));
    return report.skipped.length > 0 ? 1 : 0;
  } finally {
    progress.end();
    await source.close();
    await site.close();
  }
});
