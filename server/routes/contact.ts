import type { Services } from '#server/services/index.ts';
import { sendContactMessage } from '#shared/contract/contact.ts';
import type { Register } from './register.ts';

export function addContactRoutes(register: Register, { contact }: Services): void {
  register(
    sendContactMessage,
    async ({ body }) => {
      await contact.receive(body);
      return undefined;
    },
    { perMinute: 10 },
  );
}
