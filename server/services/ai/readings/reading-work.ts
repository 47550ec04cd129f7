import type { Executor } from '#server/db/transaction.ts';
import { type KeptFinding, readPlaces, storeReading } from '#server/repositories/posts/second-readings.ts';
import { hashOf } from '#server/services/at-most-once.ts';
import type { SecondReaderChoice } from '#shared/contract/ai-providers.ts';
import { type ReadingAnswer, type ReadingBody, readingAnswer } from '#shared/contract/second-readings.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ChosenModel } from '../chosen-model.ts';
import type { PaidWork } from '../paid-work.ts';
import { type PaidWorkOptions, textWork } from '../provider-work.ts';
import type { TextCall } from '../text-calls.ts';
import { placedFindings } from './placed-findings.ts';
import { readFindings } from './read-findings.ts';
import type { ReadingPurse } from './reading-purse.ts';

/**
 * A reading that is ready to be made: its model and prompt, and its highest possible cost; null when no price is known.
 */
export interface Prepared {
  chosen: ChosenModel;
  prompt: string;
  tokens: number;
  longest: number;
  mostUsd: number | null;
  settings: SecondReaderChoice;
}

interface ReadingWorkOptions extends PaidWorkOptions {
  db: Executor;
  clock: Clock;
  /** Throws AppError for a reading that is refused before anything is spent. */
  prepare(body: ReadingBody): Promise<Prepared>;
  setAside: ReadingPurse['setAside'];
}

type ReadingWork = (
  body: ReadingBody,
  key: string | undefined,
  /** Receives the function that releases the amount set aside for the reading. */
  onAside: (release: () => void) => void,
) => PaidWork<ReadingAnswer>;

/** A reading as a paid call: its findings are stored together with its cost. */
export function createReadingWork(options: ReadingWorkOptions): ReadingWork {
  const { db, clock, prepare, setAside } = options;
  return (body, key, onAside) => {
    const asked = {
      ...{ call: 'askSecondReader', key, body, runId: body.runId, reads: readPlaces(body)[0] ?? 'nowhere' },
      categoryId: body.categoryId || undefined,
      parse: (answer: unknown) => readingAnswer.parse(answer),
      textOf: ({ output }: ReadingAnswer) => output,
    };
    const work: PaidWork<ReadingAnswer> = {
      ...asked,
      async admit() {
        const { chosen, prompt, longest, mostUsd, settings } = await prepare(body);
        let parsed: KeptFinding[] = [];
        const text: TextCall<ReadingAnswer> = {
          ...{ ...asked, prompt, maxOutputTokens: longest },
          answerOf: ({ output, usage, model, finishReason }) => {
            parsed = readFindings({ output, finishReason });
            const at = { readAt: new Date(clock.now()).toISOString(), isCurrent: true };
            const reading = { findings: placedFindings(parsed, body), model, costUsd: usage.costUsd, ...at };
            return { reading, output, usage, model, finishReason };
          },
        };
        const admitted = await textWork(options, text, chosen).admit();
        onAside(await setAside(body, settings, mostUsd));
        return {
          ...admitted,
          async run(live, spending) {
            const done = await admitted.run(live, spending);
            const { model, costUsd } = done.answer.reading;
            await storeReading(
              db,
              body,
              { wordsHash: wordsHashOf(body), findings: parsed, model, costUsd },
              clock.now(),
            );
            return done;
          },
        };
      },
    };
    return work;
  };
}

/** The hash that identifies a text: a reading is valid for exactly these words. */
export const wordsHashOf = ({ title, excerpt, content }: Pick<ReadingBody, 'title' | 'excerpt' | 'content'>) =>
  hashOf([title, excerpt, content]);
