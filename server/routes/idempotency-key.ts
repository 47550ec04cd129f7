import type { FastifyRequest } from 'fastify';
import { idempotencyKey } from '#shared/contract/ai.ts';
import { AppError } from '#shared/kernel/errors.ts';

/**
 * The `Idempotency-Key` header; undefined when there is none. Throws AppError `invalid_input` for a value that is not a
 * valid key.
 */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  const parsed = idempotencyKey.safeParse(key);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? 'Invalid input';
  throw new AppError('invalid_input', { message, issues: [{ path: 'Idempotency-Key', message }] });
}
