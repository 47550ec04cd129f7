import type { Services } from '#server/services/index.ts';
import { checkLinks, leadLinkOn, listLinkFaults } from '#shared/contract/links.ts';
import type { Register } from './register.ts';

/** The links among the posts of the site, as the owner looks them over. */
export function addLinkRoutes(register: Register, { links }: Services): void {
  register(listLinkFaults, () => links.faults());
  register(checkLinks, ({ body }) => links.check(body));
  register(leadLinkOn, ({ body }) => links.leadOn(body));
}
