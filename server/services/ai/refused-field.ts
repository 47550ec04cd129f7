import { AppError } from '#shared/kernel/errors.ts';

/** What is thrown where a field cannot be taken as it is given: its path, and words for the owner. */
export const refusedField = (path: string, message: string) =>
  new AppError('invalid_input', { message, issues: [{ path, message }] });
