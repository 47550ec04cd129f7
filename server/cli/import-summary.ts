import type { ImportReport } from '#server/services/import/import-report.ts';
import type { ImportPlan } from '#shared/contract/imports.ts';

/** The number of entries of a list that are named without --verbose. */
const NAMED = 20;

/** Returns the closing lines of an import. `isVerbose` names every picture and renamed post. */
export function importSummary(report: ImportReport, options: { isVerbose: boolean; isDryRun: boolean }): string[] {
  const { created, updated, unchanged, skipped, lostPictures, renamed } = report;
  const missing = lostPictures.filter(({ reason }) => reason === null);
  const refused = lostPictures.filter(({ reason }) => reason !== null);
  const more = `${report.kept > 0 ? `, ${report.kept} edited here and left as they are` : ''}${report.leftOut > 0 ? `, ${report.leftOut} left out` : ''}`;
  const lines = [
    `${options.isDryRun ? 'This would be done (nothing was written):' : 'Done:'} ${count(report.files, 'file')}, ` +
      `${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped.length} skipped${more}`,
    `Pictures: ${report.picturesStored} stored, ${missing.length} missing, ${refused.length} refused`,
    `Dropped from the posts written: ${count(report.droppedTemplateTags, 'template tag')}, ${count(report.droppedElements, 'raw HTML element')}`,
  ];
  if (report.madeAuthors.length > 0)
    lines.push(`${count(report.madeAuthors.length, 'author')} made: ${some(report.madeAuthors, options.isVerbose)}`);
  if (report.redirects > 0) lines.push(`${count(report.redirects, 'redirect')} of the export added`);
  if (report.codices > 0)
    lines.push(`${report.codices} ${report.codices === 1 ? 'codex' : 'codices'} of the export added`);
  lines.push(...partsOf(report));
  if (report.severalAuthors > 0)
    lines.push(`${count(report.severalAuthors, 'post')} with several authors: the first one was kept`);
  if (renamed.length > 0)
    lines.push(
      `${count(renamed.length, 'post')} with a slug that another has: ${some(
        renamed.map(({ file, slug }) => `${file} is /post/${slug}`),
        options.isVerbose,
      )}`,
    );
  if (report.keptPosts.length > 0)
    lines.push(
      `Edited here since they were imported (--force overwrites them): ${some(
        report.keptPosts.map(({ file, slug }) => `${file} is /post/${slug}`),
        options.isVerbose,
      )}`,
    );
  const hidden = lostPictures.length > 0 && !options.isVerbose;
  if (options.isVerbose) {
    for (const { file, address } of missing) lines.push(`  missing: ${address} (${file})`);
    for (const { file, address, reason } of refused) lines.push(`  refused: ${address} (${file}): ${reason}`);
  }
  if (hidden) lines.push('--verbose names the pictures.');
  if (skipped.length > 0) lines.push('Skipped:');
  for (const { file, line, message } of skipped) lines.push(`  ${file}${line === null ? '' : `:${line}`}: ${message}`);
  return lines;
}

/**
 * Returns the lines about what an import would bring in addition to its posts, and what it would leave out. They follow
 * those of {@link importSummary}.
 */
export function planLines(plan: ImportPlan, { isVerbose }: { isVerbose: boolean }): string[] {
  const { subscribers, terms, leftOut, notes } = plan;
  const ofKind = (kind: 'tag' | 'category') =>
    terms.filter((term) => term.kind === kind).map(({ name, posts, to }) => `${name} (${posts}${to ? `, ${to}` : ''})`);
  const [tags, categories] = [ofKind('tag'), ofKind('category')];
  const more = [
    ...(subscribers.ended > 0 ? [`${subscribers.ended} unsubscribed`] : []),
    ...(subscribers.refused.total > 0 ? [`${subscribers.refused.total} refused as no address of e-mail`] : []),
  ];
  const shown = (names: readonly string[]) => (names.length > 0 ? `: ${some(names, isVerbose)}` : '');
  return [
    `In it: ${count(plan.posts, 'post')}, ${count(plan.pages, 'page')}; ${count(plan.drafts, 'draft')} among them`,
    `Subscribers: ${subscribers.total}${more.length > 0 ? ` (${more.join(', ')})` : ''}`,
    `Redirects: ${plan.redirects}; old addresses to be led: ${plan.addresses}`,
    `Tags: ${tags.length}${shown(tags)}`,
    `Categories: ${categories.length}${shown(categories)}`,
    ...(terms.length > 0 ? ['In brackets: posts, and the category here that has the name.'] : []),
    ...(plan.pictures.elsewhere > 0
      ? [`Shown from elsewhere: ${count(plan.pictures.elsewhere, 'picture')} (--fetch-pictures brings them in)`]
      : []),
    ...heading(
      'Left out:',
      leftOut.map((each) => `${each.count} × ${each.what}: ${each.why}`),
    ),
    ...heading(
      'In the texts:',
      notes.map(({ note, count: posts }) => `${note} (${count(posts, 'post')})`),
    ),
    ...heading('No address of e-mail:', isVerbose ? subscribers.refused.first : []),
  ];
}

function heading(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : [];
}

function partsOf({ parts }: ImportReport): string[] {
  const brought = [
    [parts.tags, 'tag'],
    [parts.formerAddresses, 'former address', 'former addresses'],
    [parts.prompts, 'prompt'],
    [parts.settings, 'setting'],
    [parts.subscribers, 'subscriber'],
  ] as const;
  return brought.flatMap(([number, one, many = `${one}s`]) =>
    number > 0 ? [`${number} ${number === 1 ? one : many} of the export added`] : [],
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function some(names: readonly string[], isAll: boolean): string {
  if (isAll || names.length <= NAMED) return names.join(', ');
  return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;
}
