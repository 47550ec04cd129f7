import type { Services } from '#server/services/index.ts';
import { getPublication } from '#shared/contract/operation/publication.ts';
import type { Register } from './register.ts';

/** What reader instances get, as the owner sees it. */
export function addPublicationRoutes(register: Register, { publication }: Services): void {
  register(getPublication, () => publication.status());
}
