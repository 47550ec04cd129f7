import type { LetterCarrier } from '#server/adapters/letters/letter-carrier.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findLetterSettings } from '#server/repositories/letters/letter-settings.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { createDigest, type Digest } from './digest.ts';
import { createLetterComposer } from './letter-composer.ts';
import { createLetterService, type LetterService } from './letter-service.ts';
import { createLetterSettingsService, type LetterSettingsService } from './letter-settings.ts';
import { createPublicationLetters, type PublicationLetters } from './publication-letters.ts';
import { createLetterQueue, type LetterQueue } from './sending/letter-queue.ts';
import { createPreparing } from './sending/prepare-letter.ts';

export type { LetterService, LetterSettingsService, PublicationLetters };

/** The work with letters that the server does by itself. */
export interface LetterWork {
  digest: Digest;
  /** Absent when there is no mail server. */
  queue: LetterQueue | undefined;
  /** Sets the function that makes the digest job look at the settings again. */
  onSettings: (look: () => void) => void;
}

interface LettersOptions {
  db: Executor;
  clock: Clock;
  timers: Timers;
  siteUrl: string;
  writerUrl: string;
  siteName: () => Promise<string>;
  mailFrom: string | undefined;
  /** Opens a connection to the mail server; absent when none is set. */
  openCarrier: (() => LetterCarrier) | undefined;
  onError: (error: unknown) => void;
}

interface Letters {
  services: { letters: LetterService; letterSettings: LetterSettingsService; publicationLetters: PublicationLetters };
  work: LetterWork;
}

/** Everything about letters to subscribers. */
export function createLetters({ openCarrier, ...options }: LettersOptions): Letters {
  const { db, clock, timers, siteUrl, writerUrl, mailFrom, onError } = options;
  const hasMailServer = openCarrier !== undefined;
  const office = async () => {
    const settings = await findLetterSettings(db);
    return { siteName: await options.siteName(), siteUrl, writerUrl, mailFrom, settings };
  };
  const composer = createLetterComposer({ db, clock, office });
  const digest = createDigest({ db, clock, hasMailServer });
  const prepare = createPreparing({ db, clock, composer });
  const queue =
    openCarrier && createLetterQueue({ db, clock, timers, carrier: openCarrier(), office, prepare, onError });
  let look: (() => void) | null = null;
  return {
    services: {
      letters: createLetterService({
        ...{ db, clock, composer, office, digest },
        mail: openCarrier && queue && { openCarrier, queue },
      }),
      letterSettings: createLetterSettingsService({
        ...{ db, clock },
        onChange() {
          look?.();
          queue?.wake();
        },
      }),
      publicationLetters: createPublicationLetters({ db, clock, hasMailServer }),
    },
    work: {
      digest,
      queue,
      onSettings(called) {
        look = called;
      },
    },
  };
}
