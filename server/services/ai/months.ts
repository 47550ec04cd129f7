/** The month of a time in milliseconds since 1970, UTC: "2025-07". */
export function isoMonth(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

/** The time at which that month began, in milliseconds since 1970. */
export function monthStart(time: number): number {
  return Date.parse(`${isoMonth(time)}-01T00:00:00.000Z`);
}
