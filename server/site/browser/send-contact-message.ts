import type { sendContactMessage as endpoint } from '#shared/contract/contact.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { pageCaller } from './page-caller.ts';
import { readersCalls } from './readers-calls.ts';

/** Sends a message; false when it was refused or did not arrive. */
export async function sendContactMessage(body: BodyInput<typeof endpoint>): Promise<boolean> {
  try {
    await pageCaller.call(readersCalls.sendContactMessage, { body });
    return true;
  } catch {
    return false;
  }
}
