import type { Services } from '#server/services/index.ts';
import { createToken, deleteToken, listTokens } from '#shared/contract/tokens.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Register } from './register.ts';

/** The tokens of other programs, for the owner. */
export function addTokenRoutes(register: Register, { apiTokens }: Services): void {
  register(listTokens, () => apiTokens.list());
  register(createToken, ({ body, adminId }) => {
    if (adminId === null) throw new AppError('unauthorized');
    return apiTokens.create(body, adminId);
  });
  register(deleteToken, async ({ params }) => {
    await apiTokens.remove(params.id);
    return undefined;
  });
}
