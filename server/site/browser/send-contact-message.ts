import type { ContactFormValues } from '../page-data.ts';

/** The form as it travels: `website` is the field people do not see, `elapsedMs` how long the form was open. */
interface ContactPayload extends ContactFormValues {
  website: string;
  elapsedMs: number;
}

/** Sends a message; false when it was refused or did not arrive. The answer's body is not read. */
export async function sendContactMessage(payload: ContactPayload): Promise<boolean> {
  try {
    const answer = await fetch('/api/contact', {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
