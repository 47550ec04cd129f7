import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { takeImports } from '#server/adapters/data-lock.ts';
import { IMPORT_BUSY } from '#server/adapters/import-process.ts';
import { type Config, readConfig } from '#server/config.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { countChanges } from '#server/repositories/imports/import-changes.ts';
import {
  findImport,
  type ImportRow,
  importsUnderWay,
  insertImport,
  listImports,
  updateImport,
} from '#server/repositories/imports/imports.ts';
import { emptyReport, type ImportReport } from '#server/services/import/import-report.ts';
import type { ImportSource } from '#server/services/import/import-source.ts';
import { siteOfSource } from '#server/services/import/list-posts.ts';
import { openSource, SOURCE_KINDS } from '#server/services/import/sources.ts';
import { asSiteImport } from '#server/services/imports/as-site-import.ts';
import { planImport } from '#server/services/imports/plan-import.ts';
import { receiptLines } from '#server/services/imports/receipt-text.ts';
import { workImport } from '#server/services/imports/work-import.ts';
import { MADE_UP_NOTE } from '#server/services/reset-password.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { importOptions, pageChoices, type SiteImport } from '#shared/contract/imports.ts';
import { runCommand, typedPath, UsageError } from './command.ts';
import { openImportParts } from './import-app.ts';
import { importSummary, planLines } from './import-summary.ts';
import { openSite } from './open-site.ts';
import { createProgress, plain } from './progress.ts';
import { stopSignal } from './stop-signal.ts';

const USAGE = `Usage: npm run import -- PATH [--category SLUG] [--map FILE] [--dry-run] [--force] [--verbose]
       npm run import -- --list
       npm run import -- --undo NUMBER

Brings posts in and proves it: at the end every item of the source is accounted for, every old address was asked for, and
every text compared. A second run changes what has changed; one that was ended goes on. PATH may be:
${SOURCE_KINDS.map(({ says }) => `  ${says}`).join('\n')}

  --category SLUG  category of the posts that name none of ours; of another program's the first one when left out
  --map FILE       YAML or JSON, "tag: category slug" a line; the first line one of a post's tags stands in decides
  --pages WHAT     what pages become: ${pageChoices.join(', ')}; posts when left out
  --fetch-pictures fetches pictures that are not among the files from public addresses
  --dry-run        only say what would be done
  --force          also posts that have not changed: what was edited here since they were imported is overwritten
  --verbose        name every post and picture
  --list           the imports there were, with their numbers
  --undo NUMBER    takes an import of the last 30 days back; what was edited here since stays`;

function readArguments() {
  const options = {
    category: { type: 'string' },
    map: { type: 'string' },
    pages: { type: 'string' },
    'fetch-pictures': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    verbose: { type: 'boolean', short: 'v', default: false },
    list: { type: 'boolean', default: false },
    undo: { type: 'string' },
    // The option by which the server starts this command.
    work: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

type Values = ReturnType<typeof readArguments>['values'];
type Site = Awaited<ReturnType<typeof openSite>>;
type Progress = ReturnType<typeof createProgress>;

/** Runs `npm run import`. */
export async function runImportCommand(): Promise<void> {
  await runCommand(async () => {
    const { values, positionals } = readArguments();
    if (values.help) {
      console.log(USAGE);
      return 0;
    }
    const config = readConfig(process.env);
    if (values.work !== undefined) return work(config, numberOf(values.work));
    if (values.list) return listAll(config);
    if (values.undo !== undefined) return undo(config, numberOf(values.undo));
    const [typed, ...more] = positionals;
    if (typed === undefined || more.length > 0) throw new UsageError(USAGE);
    return bringIn(config, typedPath(typed), values);
  });
}

function numberOf(typed: string): number {
  if (!/^[1-9]\d{0,14}$/.test(typed)) throw new UsageError(USAGE);
  return Number(typed);
}

/** Carries out an import that the server has begun. */
async function work(config: Config, id: number): Promise<number> {
  const signal = stopSignal();
  return withImports(config, IMPORT_BUSY, async (site) => {
    const { parts, close } = await openImportParts(config, site);
    try {
      await workImport(parts, id, { signal });
      return 0;
    } finally {
      await close();
    }
  });
}

async function withImports(config: Config, busy: number | null, use: (site: Site) => Promise<number>): Promise<number> {
  const site = await openSite(config);
  const letGo = takeImports(config.DATA_DIR);
  try {
    if (!letGo && busy !== null) return busy;
    if (!letGo) throw new ImportFault('Another import is under way. Wait until it is done.');
    return await use(site);
  } finally {
    letGo?.();
    await site.close();
  }
}

async function listAll(config: Config): Promise<number> {
  const site = await openSite(config);
  try {
    for (const row of (await listImports(site.db, 1000)).toReversed()) {
      console.log(
        plain(`${row.id}  ${row.created_at.slice(0, 16).replace('T', ' ')}  ${row.state}  ${row.program}  ${row.name}`),
      );
    }
    return 0;
  } finally {
    await site.close();
  }
}

async function undo(config: Config, id: number): Promise<number> {
  const signal = stopSignal();
  return withImports(config, null, async (site) => {
    const row = await findImport(site.db, id);
    if (!row) throw new ImportFault(`There is no import ${id}.`);
    const { undoUntil, state } = asSiteImport(row, site.clock.now(), await countChanges(site.db, id));
    if (undoUntil === null && state !== 'undoing')
      throw new ImportFault(`Import ${id} has nothing that can be undone.`);
    await updateImport(site.db, id, { state: 'undoing', fault: null });
    const { parts, close } = await openImportParts(config, site);
    try {
      await workImport(parts, id, { signal });
      const { undone } = await shown(site, id);
      for (const { kind, count } of undone?.taken ?? []) console.log(`Taken back: ${count} × ${kind}`);
      for (const { kind, name, why } of undone?.stays ?? []) console.log(plain(`Stays: ${kind} “${name}”. ${why}`));
      return 0;
    } finally {
      await close();
    }
  });
}

async function shown(site: Site, id: number): Promise<SiteImport> {
  const row = await findImport(site.db, id);
  if (!row) throw new ImportFault(`There is no import ${id}.`);
  return asSiteImport(row, site.clock.now(), await countChanges(site.db, id));
}

async function bringIn(config: Config, typed: string, values: Values): Promise<number> {
  const map = values.map === undefined ? undefined : await readFile(typedPath(values.map), 'utf8');
  const pages = pageChoices.find((choice) => choice === (values.pages ?? 'posts'));
  if (!pages) throw new UsageError(USAGE);
  const isDryRun = values['dry-run'];
  // A source that cannot be read is reported before a site is created.
  const source = await openSource(typed);
  const progress = createProgress(process.stdout);
  const site = await openSite(config, { isDryRun });
  sayLogin(site, progress);
  const onProgress = (done: number, total: number, file: string, outcome: string) => {
    if (values.verbose && outcome !== 'unchanged') progress.say(`${outcome}: ${file}`);
    progress.show(done, total, file);
  };
  try {
    const options = importOptions.parse({
      fallback: values.category ?? (await firstCategory(site, source, progress)),
      pages,
      fetchPictures: values['fetch-pictures'],
      isForced: values.force,
    });
    const bringing = { config, site, typed, options, map, onProgress, progress, isVerbose: values.verbose };
    if (isDryRun) return await lookThrough(source, bringing);
    await source.close();
    return await bringInNow(bringing);
  } finally {
    progress.end();
    await source.close();
    await site.close();
  }
}

/**
 * Returns the category for another program's posts that name none of our categories. Our own files name theirs, or are
 * refused.
 */
async function firstCategory(site: Site, source: ImportSource, progress: Progress): Promise<string | null> {
  if (siteOfSource(source) === '') return null;
  const [first] = await listCategories(site.db, site.clock.now());
  if (!first) return null;
  progress.say(`Posts that name none of ours go to “${first.name}” (--category)`);
  return first.slug;
}

function sayLogin(site: Site, progress: Progress): void {
  if (!site.login) return;
  const password = site.login.madeUpPassword ?? '(the one in ADMIN_PASSWORD)';
  progress.say('There was no site yet; it was made. The login for /admin/login:');
  progress.say(`  e-mail    ${site.login.email}\n`.trimEnd());
  progress.say(`  password  ${password}`);
  if (site.login.madeUpPassword !== null) progress.say(MADE_UP_NOTE);
}

interface Bringing {
  config: Config;
  site: Site;
  typed: string;
  options: ReturnType<typeof importOptions.parse>;
  map: string | undefined;
  onProgress: (done: number, total: number, file: string, outcome: string) => void;
  progress: Progress;
  isVerbose: boolean;
}

/** Shows what an import would do; nothing is written. */
async function lookThrough(
  source: ImportSource,
  { site, options, map, onProgress, progress, isVerbose }: Bringing,
): Promise<number> {
  let report: ImportReport = emptyReport();
  const plan = await planImport({
    ...{ ...site, source, options, map },
    onProgress,
    onReport: (done) => {
      report = done;
    },
  });
  progress.end();
  for (const line of importSummary(report, { isVerbose, isDryRun: true })) console.log(plain(line));
  for (const line of planLines(plan, { isVerbose })) console.log(plain(line));
  return report.skipped.length > 0 ? 1 : 0;
}

async function bringInNow({
  config,
  site,
  typed,
  options,
  map,
  onProgress,
  progress,
  isVerbose,
}: Bringing): Promise<number> {
  const letGo = takeImports(site.folder);
  if (!letGo) throw new ImportFault('Another import is under way. Wait until it is done.');
  const signal = stopSignal();
  try {
    const row = await rowFor(site, await realpath(typed), JSON.stringify({ ...options, map }));
    const { parts, close } = await openImportParts(config, site);
    let report: ImportReport = emptyReport();
    try {
      await workImport(parts, row.id, {
        signal,
        onPost: onProgress,
        onReport: (done) => {
          report = done;
        },
      });
    } finally {
      await close();
    }
    progress.end();
    const done = await shown(site, row.id);
    for (const line of importSummary(report, { isVerbose, isDryRun: false })) console.log(plain(line));
    console.log(`Receipt of import ${row.id} (npm run import -- --undo ${row.id} takes it back):`);
    for (const line of receiptLines(done)) console.log(plain(`  ${line}`));
    if (isVerbose) await printReceipt(parts.db, done);
    return done.receipt?.isComplete && report.skipped.length === 0 ? 0 : 1;
  } finally {
    letGo();
  }
}

async function printReceipt(db: Site['db'], done: SiteImport): Promise<void> {
  const { receiptMarkdown } = await import('#server/services/imports/receipt-text.ts');
  for await (const text of receiptMarkdown(db, done)) process.stdout.write(plainLines(text));
}

const plainLines = (text: string) => text.split('\n').map(plain).join('\n');

/** Returns the row of an interrupted import of this path, to continue it; else a new one. */
async function rowFor(site: Site, place: string, options: string): Promise<ImportRow> {
  const { db, clock } = site;
  // This process has the lock: an import that seems to be running was interrupted.
  for (const row of await importsUnderWay(db)) {
    if (row.path === place && row.state === 'running' && row.options === options) return row;
    const state = row.state === 'undoing' ? 'done' : 'failed';
    await updateImport(db, row.id, { state, progress: null, fault: 'It was interrupted. Go on with it.' });
  }
  const name = path.basename(place);
  return insertImport(db, { state: 'running', name, path: place, is_upload: 0, options }, clock.now());
}
