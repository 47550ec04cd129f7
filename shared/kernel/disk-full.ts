const CODES: unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

/** Whether the system or SQLite said that there is no room left, on the disk or in the user's share of it. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.includes(error.code);
}
