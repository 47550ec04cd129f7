import type { Services } from '#server/services/index.ts';
import { deliverFromReader } from '#shared/contract/reader-deliveries.ts';
import type { Register } from './register.ts';

/** The deliveries that reader instances have accepted from their visitors. */
export function addReaderDeliveryRoutes(register: Register, { readerDeliveries }: Services): void {
  register(deliverFromReader, async ({ body }) => ({ answers: await readerDeliveries.take(body.deliveries) }));
}
