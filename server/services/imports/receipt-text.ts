import type { Executor } from '#server/db/transaction.ts';
import { listAddresses } from '#server/repositories/imports/import-addresses.ts';
import { itemsFrom } from '#server/repositories/imports/import-items.ts';
import type { ImportItem, ItemOutcome, OldAddress, OldAddressOutcome, SiteImport } from '#shared/contract/imports.ts';

/** The number of rows that are read at once. */
const SLICE = 500;

/** The whole receipt as JSON, piece by piece. */
export async function* receiptJson(db: Executor, about: SiteImport): AsyncGenerator<string> {
  const { id, name, program, createdAt, finishedAt, receipt } = about;
  yield `{"import":${JSON.stringify({ id, name, program, createdAt, finishedAt })},"receipt":${JSON.stringify(receipt)},"items":[`;
  let comma = '';
  for await (const item of everyItem(db, id)) {
    yield `${comma}${JSON.stringify(item)}`;
    comma = ',\n';
  }
  yield '],"addresses":[';
  comma = '';
  for await (const address of everyAddress(db, id)) {
    yield `${comma}${JSON.stringify(address)}`;
    comma = ',\n';
  }
  yield ']}\n';
}

/** The words for each outcome, for one post and for several. */
const outcomeWords: Record<ItemOutcome, [one: string, many: string]> = {
  arrived: ['arrived', 'arrived'],
  changed: ['changed', 'changed'],
  unchanged: ['unchanged', 'unchanged'],
  merged: ['was here already', 'were here already'],
  kept: ['keeps its words here', 'keep their words here'],
  'left-out': ['left out', 'left out'],
  refused: ['could not be taken in', 'could not be taken in'],
};

const addressWords: Record<OldAddressOutcome, [one: string, many: string]> = {
  there: ['answers', 'answer'],
  redirected: ['leads on', 'lead on'],
  ours: ['is a page of this site', 'are pages of this site'],
  missing: ['leads nowhere', 'lead nowhere'],
};

const count = (number: number, [one, many]: readonly [string, string]) => `${number} ${number === 1 ? one : many}`;

/** The whole receipt as Markdown for reading: first everything that differs from the source, then the full list. */
export async function* receiptMarkdown(db: Executor, about: SiteImport): AsyncGenerator<string> {
  yield `# Receipt of the import of ${plain(about.name)}\n\n`;
  yield `${about.program ? `From ${plain(about.program)}. ` : ''}Begun ${about.createdAt}${about.finishedAt ? `, done ${about.finishedAt}` : ''}.\n\n`;
  for (const line of receiptLines(about)) yield `- ${line}\n`;
  yield '\n## Items\n\n';
  for await (const item of everyItem(db, about.id)) yield itemLines(item);
  yield '\n## Old addresses\n\n';
  for await (const { address, outcome, led } of everyAddress(db, about.id)) {
    yield `- ${plain(address)}: ${addressWords[outcome][0]}${outcome === 'there' ? '' : ` (${plain(led)})`}\n`;
  }
}

/** The receipt in a few lines. */
export function receiptLines({ receipt }: Pick<SiteImport, 'receipt'>): string[] {
  if (!receipt) return ['There is no receipt yet.'];
  const { items, kinds, addresses, pictures, texts } = receipt;
  const outcomes = Object.entries(items.outcomes).filter(([, total]) => total > 0);
  const said = outcomes.map(([name, total]) => count(total, outcomeWords[name as ItemOutcome]));
  const answers = Object.entries(addresses.outcomes).filter(([, total]) => total > 0);
  const led = answers.map(([name, total]) => count(total, addressWords[name as OldAddressOutcome]));
  return [
    `${items.total === 1 ? '1 item' : `${items.total} items, every one`} accounted for: ${said.join(', ') || 'none'}`,
    ...(kinds.length > 0
      ? [
          `Of these: ${kinds.map(({ kind, total, out }) => `${total} × ${kind}${out > 0 ? ` (${out} not taken in)` : ''}`).join(', ')}`,
        ]
      : []),
    `${count(addresses.total, ['old address was', 'old addresses were'])} asked for: ${led.join(', ') || 'none'}`,
    `Pictures: ${pictures.stored} stored, ${pictures.missing} missing${pictures.gone > 0 ? `, ${pictures.gone} stored and not answered with` : ''}`,
    `Texts: ${texts.compared} compared word by word, ${texts.whole} of them whole; ${percent(texts.share)} of the words are here`,
  ];
}

/** Never rounded up to 100 %. */
function percent(share: number): string {
  return `${share >= 1 ? 100 : Math.min(99.9, Math.floor(share * 1000) / 10)} %`;
}

function itemLines(item: ImportItem): string {
  const share = item.share === null || item.share >= 1 ? '' : `; ${percent(item.share)} of its words`;
  const lines = [
    `- ${item.kind} “${plain(item.name)}” (${plain(item.file)}): ${outcomeWords[item.outcome][0]}${share}`,
  ];
  if (item.why) lines.push(`  - ${plain(item.why)}`);
  if (item.missingWords.length > 0) lines.push(`  - Missing words: ${plain(item.missingWords.join(' '))}`);
  for (const address of item.missingPictures) lines.push(`  - Missing picture: ${plain(address)}`);
  for (const note of item.notes) lines.push(`  - ${plain(note)}`);
  return `${lines.join('\n')}\n`;
}

/** A text of the source may contain anything: it is put on one line, and loses Markdown syntax at its beginning. */
const plain = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

async function* everyItem(db: Executor, importId: number): AsyncGenerator<ImportItem> {
  for (const part of ['posts', 'items'] as const) {
    let after = { part: part as 'posts' | 'items', number: 0 };
    for (;;) {
      const { items, last } = await itemsFrom(db, importId, after, SLICE);
      yield* items;
      if (!last) break;
      after = last;
    }
  }
}

async function* everyAddress(db: Executor, importId: number): AsyncGenerator<OldAddress> {
  for (let page = 1; ; page += 1) {
    const { items } = await listAddresses(db, importId, { limit: SLICE, page });
    yield* items;
    if (items.length < SLICE) return;
  }
}
