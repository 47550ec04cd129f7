import type { Executor } from '#server/db/transaction.ts';
import { sumAiCalls } from '#server/repositories/ai-calls.ts';
import { findChoices } from '#server/repositories/ai-providers.ts';
import { findReading, type StoredReading } from '#server/repositories/posts/second-readings.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { judgePost } from '#shared/contract/judge.ts';
import type { estimateReading, ReadingAnswer, ReadingBody } from '#shared/contract/second-readings.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { withoutPrice } from '../admission.ts';
import type { WatchedCall } from '../live-call.ts';
import type { Models } from '../models.ts';
import { monthStart } from '../months.ts';
import type { PaidCalls } from '../paid-calls.ts';
import { textCost } from '../pricing.ts';
import type { PaidWorkOptions } from '../provider-work.ts';
import type { SuggestionMaterial } from '../suggestions/material.ts';
import { placedFindings } from './placed-findings.ts';
import { readingPrompt } from './reading-prompt.ts';
import { createReadingPurse } from './reading-purse.ts';
import { createReadingWork, type Prepared, wordsHashOf } from './reading-work.ts';

/** A model that reads posts before they are published (docs/rules.md, "Second reader"). */
export interface SecondReader {
  /** Throws AppError for what is refused before anything is spent; later faults are the call's outcome. */
  read(body: ReadingBody, key: string | undefined): Promise<WatchedCall<ReadingAnswer>>;
  /** About what that would take. Throws what it would throw before anything is spent. */
  estimate(body: ReadingBody): Promise<AnswerOf<typeof estimateReading>>;
  /** Whether the owner's switch lets it read what nobody has pressed for. */
  isAutomatic(): Promise<boolean>;
  /** Whether a reader can be asked, and what one has found in a post that says this now. */
  known(post: ReadPost): Promise<NonNullable<AnswerOf<typeof judgePost>['secondReader']>>;
}

/** A post as it stands in a form. */
type ReadPost = Pick<ReadingBody, 'postId' | 'document' | 'title' | 'excerpt' | 'content'>;

interface SecondReaderOptions extends PaidWorkOptions {
  db: Executor;
  clock: Clock;
  calls: PaidCalls;
  models: Models;
  material: Pick<SuggestionMaterial, 'codexOf'>;
  /** USD everything may cost a calendar month (UTC); null for no limit. */
  monthlyUsd(): Promise<number | null>;
}

/** Tokens of the longest answer, with room for models that think before they write, and of a usual one. */
const LONGEST_ANSWER = 6000;
const USUAL_ANSWER = 600;

export function createSecondReader(options: SecondReaderOptions): SecondReader {
  const { db, clock, calls, models, material, admission } = options;
  const purse = createReadingPurse({ db, clock });

  async function prepare(body: ReadingBody): Promise<Prepared> {
    const settings = (await findChoices(db)).secondReader;
    if (!settings.isOn) throw switchedOff('The second reader is off. Switch it on in Settings, AI.');
    if (body.isAutomatic && !settings.isAutomatic) {
      throw switchedOff('The second reader reads nothing by itself. Settings, AI, has the switch.');
    }
    const chosen = await models.reader();
    const prompt = readingPrompt(body, await material.codexOf(body.categoryId));
    const { promptTokens: tokens } = await admission.text(prompt, chosen);
    const longest = Math.min(LONGEST_ANSWER, chosen.limits.output);
    const mostUsd = textCost(chosen.prices, tokens, longest);
    if (mostUsd === null && !chosen.tellsCost) throw withoutPrice(chosen, 'a limit of the second reader');
    return { chosen, prompt, tokens, longest, mostUsd, settings };
  }
  const workOf = createReadingWork({ ...options, prepare, setAside: purse.setAside });

  return {
    async read(body, key) {
      let release = () => {};
      try {
        const call = await calls.start(
          workOf(body, key, (given) => {
            release = given;
          }),
        );
        void call.outcome.then(() => release());
        return call;
      } catch (error) {
        release();
        throw error;
      }
    },
    async estimate(body) {
      const prepared = await prepare(body);
      (await purse.setAside(body, prepared.settings, prepared.mostUsd))();
      const left = await purse.left(body, prepared.settings);
      const limit = await options.monthlyUsd();
      const { costUsd: spent } = await sumAiCalls(db, { since: monthStart(clock.now()) });
      const everything = limit === null ? Number.POSITIVE_INFINITY : limit - (spent ?? 0);
      const { tokens, chosen, mostUsd } = prepared;
      return {
        ...{ tokens, model: chosen.model, mostUsd },
        costUsd: textCost(chosen.prices, tokens, USUAL_ANSWER),
        leftUsd: Math.max(0, Math.min(left.post, left.month, everything)),
      };
    },
    async isAutomatic() {
      const { secondReader } = await findChoices(db);
      return secondReader.isOn && secondReader.isAutomatic;
    },
    async known(post) {
      const wordsHash = wordsHashOf(post);
      const [{ secondReader }, stored] = await Promise.all([findChoices(db), findReading(db, post, wordsHash)]);
      return { isOn: secondReader.isOn, reading: stored && shown(stored, post, wordsHash) };
    },
  };
}

function shown({ findings, model, costUsd, readAt, ...stored }: StoredReading, post: ReadPost, wordsHash: string) {
  return {
    ...{ model, costUsd, readAt },
    findings: placedFindings(findings, post),
    isCurrent: stored.wordsHash === wordsHash,
  };
}

const switchedOff = (message: string) => new AppError('ai_not_configured', { message });
