import { shippedNumbers } from '#shared/workflow/testing/step-at.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';

/** The seed from which, with its number, every history of the tab follows. */
export const SEED = 20261122;

/** The moment at which something dies in a step, as the provider sees it. */
export type Moment =
  /** So many milliseconds after the request to the provider. */
  | { readonly at: 'asked'; readonly afterMs: number }
  /** The provider has fallen silent in the middle of its answer: the call is certainly in progress. */
  | { readonly at: 'silence' }
  /** So many milliseconds after the provider has sent all of its answer. */
  | { readonly at: 'sent'; readonly afterMs: number };

export interface Trouble {
  readonly step: number;
  readonly moment: Moment;
  readonly dies: 'browser' | 'server' | 'both';
  /** The milliseconds for which the server stays away. */
  readonly awayMs: number;
}

export interface TabPlan {
  readonly number: number;
  /** The troubles in the order in which they come; empty if nothing dies. */
  readonly troubles: readonly Trouble[];
  /**
   * The page's clock is the real one, and the provider writes as fast as a model; otherwise time in the page runs
   * faster.
   */
  readonly isAtRealSpeed: boolean;
}

const kinds: readonly Trouble['dies'][] = ['browser', 'server', 'both'];

/**
 * Twenty-seven histories kill browser, server and both in each of the nine steps; in each of them a browser also dies
 * elsewhere.
 */
export const EVERY_STEP_AND_KIND = shippedNumbers.length * kinds.length;

/** Returns the history of this number, from 1 on. */
export function planTabHistory(number: number, isAtRealSpeed = false): TabPlan {
  const random = seededRandom(SEED + number);
  const index = number - 1;
  const step = shippedNumbers[index % shippedNumbers.length] ?? 1;
  const others = shippedNumbers.filter((each) => each !== step);
  const other = others[Math.floor(random() * others.length)] ?? 1;
  const dies = kinds[Math.floor(index / shippedNumbers.length) % kinds.length] ?? 'browser';
  const trouble = (at: number, who: Trouble['dies']): Trouble => ({
    step: at,
    moment: drawMoment(random, who),
    dies: who,
    awayMs: Math.floor(random() * 1500),
  });
  const troubles = [trouble(step, dies), trouble(other, 'browser')].sort((a, b) => a.step - b.step);
  return { number, troubles, isAtRealSpeed };
}

function drawMoment(random: () => number, dies: Trouble['dies']): Moment {
  const kind = random();
  // A running server would wait for a silent provider for as long as it may be silent.
  if (kind < 0.3 && dies !== 'browser') return { at: 'silence' };
  if (kind < 0.8) return { at: 'asked', afterMs: Math.floor(random() ** 2 * 900) };
  return { at: 'sent', afterMs: Math.floor(random() * 250) };
}

/** Describes what happens: "server in step 3, 40 ms after it was asked for". */
export function describeTrouble({ step, moment, dies }: Trouble): string {
  const when =
    moment.at === 'silence'
      ? 'in the middle of its answer'
      : `${moment.afterMs} ms after its answer was ${moment.at === 'asked' ? 'asked for' : 'sent'}`;
  return `${dies} in step ${step}, ${when}`;
}
