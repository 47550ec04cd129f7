import type { Services } from '#server/services/index.ts';
import { leadLinkOn, listLinkFaults } from '#shared/contract/links.ts';
import type { Register } from './register.ts';

/** The links among the posts of the site, for the owner. */
export function addLinkRoutes(register: Register, { links }: Services): void {
  register(listLinkFaults, () => links.faults());
  register(leadLinkOn, ({ body }) => links.leadOn(body));
}
