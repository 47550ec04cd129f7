import { shippedNumbers } from '#shared/workflow/testing/step-at.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';

/** The seed from which, with its number, every history follows. */
export const SEED = 20261121;

/** The moment at which something dies, as the page sees its step. */
export type Moment =
  /** So many milliseconds after the call was sent, whatever has happened by then. */
  | { readonly at: 'asked'; readonly afterMs: number }
  /** When this share of the answer (0 to 1) has arrived. */
  | { readonly at: 'share'; readonly share: number }
  /** The provider has fallen silent in the middle of its answer: the call is certainly in progress. */
  | { readonly at: 'silence' }
  /** The whole answer has arrived and the page has not handled it. */
  | { readonly at: 'answered' }
  /** In the pause of one second before the step. */
  | { readonly at: 'pause' };

export interface Trouble {
  readonly step: number;
  readonly moment: Moment;
  /** The page is a browser that crashes: everything that it had not saved is lost. */
  readonly dies: 'server' | 'page' | 'both';
  /** The server is back before the page has noticed; otherwise it stays away until the page has. */
  readonly isBackAtOnce: boolean;
}

export interface HistoryPlan {
  readonly number: number;
  readonly troubles: readonly Trouble[];
  /** The pauses and the provider's words take their real time; otherwise only the clock's time passes. */
  readonly isAtRealSpeed: boolean;
}

/** Returns the histories from number 1 on; each kills the server in its step, so that nine in a row cover all steps. */
export function planHistories(count: number, realSpeed: readonly number[] = []): HistoryPlan[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const random = seededRandom(SEED + number);
    const isAtRealSpeed = realSpeed.includes(number);
    const stepAt = (at: number) => shippedNumbers[at % shippedNumbers.length] ?? 1;
    const anyStep = () => stepAt(Math.floor(random() * shippedNumbers.length));
    const trouble = (step: number, dies: Trouble['dies']): Trouble => ({
      step,
      moment: drawMoment(random, step, dies),
      dies,
      isBackAtOnce: random() < 0.5,
    });
    const troubles = [trouble(stepAt(index), random() < 0.2 ? 'both' : 'server'), trouble(anyStep(), 'page')];
    if (number % 2 === 1) troubles.push(trouble(anyStep(), 'server'));
    return { number, troubles, isAtRealSpeed };
  });
}

function drawMoment(random: () => number, step: number, dies: Trouble['dies']): Moment {
  const kind = random();
  // A page that crashes joins its call again, and would then wait, by the clock, for a provider that is silent.
  if (kind < 0.35 && dies !== 'page') return { at: 'silence' };
  if (kind < 0.6) return { at: 'asked', afterMs: Math.floor(random() ** 2 * 60) };
  if (kind < 0.8) return { at: 'share', share: random() };
  if (kind < 0.92 || step === 1) return { at: 'answered' };
  return { at: 'pause' };
}

/** Describes what happens: "server dies in step 3 (silence)". */
export function describeTrouble({ step, moment, dies }: Trouble): string {
  const exactly =
    moment.at === 'share'
      ? `${Math.round(moment.share * 100)} % there`
      : moment.at === 'asked'
        ? `${moment.afterMs} ms after it was asked for`
        : moment.at;
  return `${dies} in step ${step}, ${exactly}`;
}
