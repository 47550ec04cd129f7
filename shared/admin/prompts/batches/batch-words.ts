import type { AiBatch, AiBatchItem, JudgedCounts } from '#shared/contract/ai-batches.ts';
import type { BadgeTone } from '#shared/ui/badge.tsx';
import { busyText } from '#shared/workflow/messages.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import { costText } from '../../cost-text.ts';
import { timeAgo } from '../../dates.ts';
import { type Forecast, forecast } from '../runs/forecast.ts';

export interface StateWords {
  readonly words: string;
  readonly tone: BadgeTone;
}

/** Returns the words for the state of a batch. `now` is in milliseconds since 1970. */
export function batchStateWords({ state, counts, againAt }: AiBatch, now: number): StateWords {
  if (state === 'paused') {
    const { running } = counts;
    return { words: running > 0 ? `Pausing: ${steps(running)} being finished` : 'Paused', tone: 'waiting' };
  }
  if (state === 'cancelled') return { words: 'Cancelled', tone: 'plain' };
  if (state === 'done')
    return counts.failed > 0 ? { words: 'Done, not all of it', tone: 'waiting' } : { words: 'Done', tone: 'good' };
  if (againAt === null) return { words: 'Running', tone: 'accent' };
  return { words: busyText(Date.parse(againAt) - now), tone: 'waiting' };
}

/** Whether the batch has ended and does not go on by itself. */
export function isOver({ state }: Pick<AiBatch, 'state'>): boolean {
  return state === 'done' || state === 'cancelled';
}

function steps(count: number): string {
  return count === 1 ? 'a step is' : `${count} steps are`;
}

export const ITEM_WORDS: Readonly<Record<AiBatchItem['state'], StateWords>> = {
  queued: { words: 'Waiting', tone: 'plain' },
  running: { words: 'Running', tone: 'accent' },
  done: { words: 'Done', tone: 'good' },
  failed: { words: 'Failed', tone: 'danger' },
  left: { words: 'On another device', tone: 'plain' },
  cancelled: { words: 'Cancelled', tone: 'plain' },
};

export function topicsText(count: number): string {
  return count === 1 ? '1 topic' : `${count.toLocaleString('en-US')} topics`;
}

/** Returns the number of topics of a batch, and the number of topics that have ended. */
export function progressOf({ counts }: Pick<AiBatch, 'counts'>): { all: number; over: number } {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { all, over: all - counts.queued - counts.running };
}

/** "$0.42 of $5.00"; empty when no price is known and no limit was set. */
export function spendingText({ costUsd, limitUsd }: Pick<AiBatch, 'costUsd' | 'limitUsd'>): string {
  if (limitUsd === null) return costUsd === null ? '' : costText(costUsd);
  return `${costText(costUsd ?? 0)} of ${costText(limitUsd)}`;
}

/** "To mend: 1 · to look at: 3", from the judge's counts. */
export function judgedText(judged: JudgedCounts | null): string {
  if (judged === null) return 'Not judged';
  const parts = [
    ...(judged.red > 0 ? [`To mend: ${judged.red}`] : []),
    ...(judged.yellow > 0 ? [`to look at: ${judged.yellow}`] : []),
    ...(judged.reader === undefined ? [] : [`second reader: ${judged.reader}`]),
  ];
  const text = parts.join(' · ');
  return text === '' ? 'Nothing to mend' : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Estimates the tokens, cost and time of this many topics from earlier runs; null when there are no earlier runs. */
export function batchForecast(
  chain: StepList,
  measures: Parameters<typeof forecast>[2],
  { topics, atOnce }: { topics: number; atOnce: number },
): Forecast | null {
  const one = forecast(
    chain,
    chain.map(({ id }): StepId => id),
    measures,
  );
  if (one === null || topics === 0) return null;
  const { tokens, costUsd, ms } = one;
  return {
    tokens: tokens * topics,
    costUsd: costUsd === null ? null : costUsd * topics,
    ms: ms * Math.ceil(topics / atOnce),
  };
}

/** "About $4.80 for 40 topics, 3 hours". */
export function batchForecastText({ costUsd, ms }: Forecast, topics: number): string {
  const what = costUsd === null ? `For ${topicsText(topics)}` : `About ${costText(costUsd)} for ${topicsText(topics)}`;
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const time = minutes < 90 ? (minutes === 1 ? 'a minute' : `${minutes} minutes`) : `${Math.round(minutes / 60)} hours`;
  return `${what}, ${time}`;
}

/** Suggests a limit with a reserve for an inexact forecast: a fifth more, in whole dollars. */
export function likelyLimit(costUsd: number): number {
  return Math.max(1, Math.ceil(costUsd * 1.2));
}

/** The time, in milliseconds, after which a silent device is shown as away. */
const AWAY_AFTER = 90_000;

/**
 * Returns which device drives a batch: "Runs on Firefox on Linux, last heard of 5 minutes ago"; empty for the server.
 */
export function whereText(
  { device, state }: Pick<AiBatch, 'device' | 'state'>,
  own: string | null,
  now: number,
): string {
  if (device === null || isOver({ state })) return '';
  if (device.id === own) return 'Runs here, on this device';
  const isAway = now - Date.parse(device.seenAt) > AWAY_AFTER;
  return `Runs on ${device.name}${isAway ? `, last heard of ${timeAgo(device.seenAt, now)}` : ''}`;
}
