import { describe, expect, it } from 'vitest';
import { formatListDate, formatLongDate } from './utc-dates.ts';

describe('dates', () => {
  it('are written "MMMM dd, yyyy", in lists "MMM dd" in the year that is now', () => {
    expect(formatLongDate('2025-07-09T12:00:00.000Z')).toBe('July 09, 2025');
    expect(formatListDate('2025-07-09T12:00:00.000Z', 2025)).toBe('Jul 09');
    expect(formatListDate('2025-07-09T12:00:00.000Z', 2026)).toBe('July 09, 2025');
    expect(formatLongDate('2024-12-31T00:00:00.000Z')).toBe('December 31, 2024');
  });

  it('are those of UTC, to the last millisecond of the day', () => {
    expect(formatLongDate('2025-01-31T23:59:59.999Z')).toBe('January 31, 2025');
    expect(formatListDate('2025-02-01T00:00:00.000Z', 2025)).toBe('Feb 01');
    expect(formatListDate('2025-02-01T00:30:00+02:00', 2025)).toBe('Jan 31');
  });

  it('that are none are written as nothing', () => {
    expect(formatLongDate('soon')).toBe('');
    expect(formatListDate('', 2025)).toBe('');
  });
});
