import { ApiError, OfflineError, UnexpectedAnswerError } from '#shared/api-client/api-error.ts';

/** Says what went wrong, in a sentence for the owner. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.issues?.[0]?.message ?? error.detail;
  if (error instanceof OfflineError || error instanceof UnexpectedAnswerError) return error.detail;
  return error instanceof Error && error.message ? error.message : 'Something went wrong. Try again in a moment.';
}
