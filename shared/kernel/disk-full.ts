const CODES: unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

/** Whether the system or SQLite reported that no space is left, on the disk or in the user's quota. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.includes(error.code);
}
