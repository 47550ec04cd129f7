import { AppError } from '#shared/kernel/errors.ts';

/** The owner has stopped the call. */
export const stoppedError = () => new AppError('ai_stopped');

/** The server was stopped, or has died, while the call was under way. */
export const stoppingError = () =>
  new AppError('ai_provider_failed', {
    message: 'The server stopped while this answer was being written. Ask again for a new one.',
  });
