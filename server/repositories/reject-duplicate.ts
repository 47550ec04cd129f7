import Database from 'better-sqlite3';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';

/** Runs a write; when the database refuses it because a unique value already exists, throws AppError `code` instead. */
export async function rejectDuplicate<T>(code: ErrorCode, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') {
      throw new AppError(code, { cause: error });
    }
    throw error;
  }
}
