import type { Services } from '#server/services/index.ts';
import { deliverFromReader } from '#shared/contract/reader-deliveries.ts';
import type { Register } from './register.ts';

/** What reader instances have taken of their visitors. */
export function addReaderDeliveryRoutes(register: Register, { readerDeliveries }: Services): void {
  register(deliverFromReader, async ({ body }) => ({ answers: await readerDeliveries.take(body.deliveries) }));
}
