import type { Services } from '#server/services/index.ts';
import { getEdge } from '#shared/contract/operation/edge.ts';
import type { Register } from './register.ts';

/** The edge in front of the server, for the owner. */
export function addEdgeRoutes(register: Register, { edge }: Services): void {
  register(getEdge, () => edge.status());
}
