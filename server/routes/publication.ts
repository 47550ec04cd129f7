import type { Services } from '#server/services/index.ts';
import { getPublication } from '#shared/contract/operation/publication.ts';
import type { Register } from './register.ts';

/** The state of what reader instances get, for the owner. */
export function addPublicationRoutes(register: Register, { publication }: Services): void {
  register(getPublication, () => publication.status());
}
