import type { Span } from '#server/repositories/statistics/spans.ts';
import type { StatisticsPeriod, StatisticsRange } from '#shared/contract/statistics.ts';
import { dayOf, dayText, firstDayOf, monthOf, monthText } from '#shared/kernel/utc-periods.ts';

/** The number of days that are kept separately; older data is kept by month. */
export const RETENTION_DAYS = 400;

const lengths: Record<StatisticsRange, { unit: 0 | 1; count: number }> = {
  '7d': { unit: 0, count: 7 },
  '30d': { unit: 0, count: 30 },
  '90d': { unit: 0, count: 90 },
  '12m': { unit: 1, count: 12 },
  '5y': { unit: 1, count: 60 },
};

/** A range at a point in time, and the same number of days or months before it. */
export interface Period {
  span: Span;
  before: Span;
}

/** `now` in milliseconds since 1970. */
export function periodOf(range: StatisticsRange, now: number): Period {
  const { unit, count } = lengths[range];
  const to = unit === 0 ? dayOf(now) : monthOf(now);
  const from = to - count + 1;
  return { span: { unit, from, to }, before: { unit, from: from - count, to: from - 1 } };
}

/** The first and last day of a span, inclusive, counted since 1970. */
export function daysOf({ unit, from, to }: Span): { from: number; to: number } {
  return unit === 0 ? { from, to } : { from: firstDayOf(from), to: firstDayOf(to + 1) - 1 };
}

/** The days of a span that are still kept separately at a time. */
export function keptDaysOf(span: Span, now: number): Span & { unit: 0 } {
  const { from, to } = daysOf(span);
  return { unit: 0, from: Math.max(from, dayOf(now) - RETENTION_DAYS), to };
}

/** Every day or month of a span, in order. */
export function timesOf({ from, to }: Span): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** "2026-11-25" or "2026-11" */
export function timeText({ unit }: Span, at: number): string {
  return unit === 0 ? dayText(at) : monthText(at);
}

export function describePeriod({ span, before }: Period): StatisticsPeriod {
  const [now, earlier] = [daysOf(span), daysOf(before)];
  return {
    unit: span.unit === 0 ? 'day' : 'month',
    from: dayText(now.from),
    to: dayText(now.to),
    beforeFrom: dayText(earlier.from),
    beforeTo: dayText(earlier.to),
  };
}
