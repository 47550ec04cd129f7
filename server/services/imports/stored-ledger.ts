import { atomically, type Executor } from '#server/db/transaction.ts';
import { type AddressToNote, noteAddresses } from '#server/repositories/imports/import-addresses.ts';
import { findChange, noteChange } from '#server/repositories/imports/import-changes.ts';
import { type ItemToNote, notedNumbers, noteItems } from '#server/repositories/imports/import-items.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import type { ItemOutcome } from '#shared/contract/imports.ts';
import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ImportLedger, PostOutcome } from '../import/import-ledger.ts';
import type { ImportSource, SourcePost } from '../import/import-source.ts';
import { compareWords, type WordComparison, wordsOfHtml, wordsOfMarkdown } from './compare-words.ts';
import { asOldAddress } from './old-addresses.ts';

/**
 * The number of posts whose outcomes are recorded in one transaction: after a kill up to this many are checked again,
 * and none is written twice.
 */
const AT_ONCE = 20;

interface LedgerOptions {
  db: Executor;
  clock: Clock;
  importId: number;
  source: Pick<ImportSource, 'siteUrl'>;
}

/**
 * Records the actions of an import in the database: each created object in the transaction that creates it, each post
 * when it is finished.
 */
export async function openLedger({ db, clock, importId, source }: LedgerOptions): Promise<ImportLedger> {
  const done = await notedNumbers(db, importId, 'posts');
  let held: ItemToNote[] = [];
  let pictures = new Map<string, AddressToNote>();
  const flush = async () => {
    const [noted, addresses] = [held, [...pictures.values()]];
    [held, pictures] = [[], new Map()];
    await atomically(db, async (trx) => {
      // Recorded together with the posts that show the pictures: after a kill, a recorded post is not read again.
      await noteAddresses(trx, importId, addresses);
      await noteItems(trx, importId, noted);
    });
  };
  return {
    importId,
    isDone: (number) => done.has(number),
    made: (trx, kind, target, said = '') => noteChange(trx, importId, { kind, target, was: 'made', said }),
    changed: (trx, kind, target, states) => noteChange(trx, importId, { kind, target, was: 'changed', ...states }),
    async changedPost(trx, before, said) {
      const state = JSON.stringify(fieldsOfPost(before));
      await noteChange(trx, importId, { kind: 'post', target: before.id, was: 'changed', said, before: state });
    },
    pictureStored({ address, file, stored }) {
      const old = asOldAddress(address, source.siteUrl);
      if (old !== null && old !== stored) pictures.set(old, { address: old, file, wanted: stored });
    },
    async finished(outcome) {
      const { postId, source: given } = outcome;
      const post = postId === null ? null : await findById(db, postId, { kind: 'all', now: clock.now() });
      const words = given && post && outcome.outcome !== 'kept' ? compareTexts(given, post.html) : null;
      held.push({
        part: 'posts',
        number: outcome.number,
        kind: given?.isPage ? 'page' : 'post',
        file: outcome.file,
        name: given?.front.title ?? outcome.file,
        outcome: await outcomeOf(db, importId, outcome),
        why: outcome.why,
        postId,
        share: words?.share ?? null,
        missingWords: words?.missing ?? [],
        missingPictures: outcome.missingPictures,
        notes: given?.notes ?? [],
      });
      if (held.length >= AT_ONCE) await flush();
    },
    flush,
  };
}

function compareTexts(source: SourcePost, html: string): WordComparison {
  const there = source.original === undefined ? wordsOfMarkdown(source.body) : wordsOfHtml(source.original);
  return compareWords(there, wordsOfHtml(html));
}

const OUTCOMES: Record<PostOutcome['outcome'], ItemOutcome> = {
  created: 'arrived',
  updated: 'changed',
  unchanged: 'unchanged',
  kept: 'kept',
  leftOut: 'left-out',
  skipped: 'refused',
};

/** A post that this import wrote before it was killed is unchanged now, but it counts as arrived or changed. */
async function outcomeOf(db: Executor, importId: number, { outcome, postId }: PostOutcome): Promise<ItemOutcome> {
  if (outcome !== 'unchanged' || postId === null) return OUTCOMES[outcome];
  const change = await findChange(db, importId, 'post', postId);
  if (change === null) return 'unchanged';
  return change.was === 'made' ? 'arrived' : 'changed';
}
