import type { AdminPorts } from '#shared/admin/ports.ts';
import { createdPasskey, usedPasskey } from '#shared/contract/auth/passkey-shapes.ts';

const library = () => import('@simplewebauthn/browser');

/** What went wrong, as the browser names it (Web Authentication, Level 3), in words for the owner. */
const words: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again, or use another way.',
  AbortError: 'No passkey was used. Try again, or use another way.',
  InvalidStateError: 'This device has a passkey for this account already.',
  SecurityError: 'Passkeys do not work at this address.',
  NotSupportedError: 'This device cannot make such a passkey.',
  ConstraintError: 'This device cannot make sure that it is you: set up its PIN, fingerprint or face first.',
};

async function explained<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new Error(words[name] ?? 'The passkey could not be used. Try again, or use another way.', { cause: error });
  }
}

/** The browser's own passkeys. */
export const browserPasskeys: AdminPorts['passkeys'] = {
  isSupported: () => typeof window.PublicKeyCredential === 'function',
  create: (optionsJSON) =>
    explained(async () => createdPasskey.parse(await (await library()).startRegistration({ optionsJSON }))),
  use: (optionsJSON) =>
    explained(async () => usedPasskey.parse(await (await library()).startAuthentication({ optionsJSON }))),
};
