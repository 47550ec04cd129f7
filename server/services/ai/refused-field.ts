import { AppError } from '#shared/kernel/errors.ts';

/** The error for a field whose value cannot be accepted: the field's path, and a message for the owner. */
export const refusedField = (path: string, message: string) =>
  new AppError('invalid_input', { message, issues: [{ path, message }] });
