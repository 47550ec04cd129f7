import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { sendContactMessage } from '#shared/contract/contact.ts';
import { updateSettings } from '#shared/contract/settings.ts';
import { createTestApp } from '../test-app.ts';
import { ask } from '../test-call.ts';

async function setUp(env: Record<string, string>) {
  const receivers: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      receivers.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => callback());
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const app = await createTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, ...env } });
  onTestFinished(async () => {
    await app.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });
  const cookie = await app.signIn();
  return {
    receivers,
    setSupport: (support: string) => ask(app.http, updateSettings, { body: { contact: { support } }, cookie }),
    async send() {
      await ask(app.http, sendContactMessage, { body: { name: 'R', email: 'r@example.org', message: 'Hello.' } });
      await app.services.contact.settled();
    },
  };
}

test('mail goes to the support address of the settings, as it is now', async () => {
  const { receivers, setSupport, send } = await setUp({ CONTACT_SUPPORT_EMAIL: 'first@example.org' });
  await send();
  await setSupport('second@example.org');
  await send();
  // With an empty support address, which is shown to nobody, mail still reaches the owner.
  await setSupport('');
  await send();
  expect(receivers).toEqual(['first@example.org', 'second@example.org', 'first@example.org']);
});

test('CONTACT_TO goes before it', async () => {
  const { receivers, setSupport, send } = await setUp({ CONTACT_TO: 'owner@example.org' });
  await setSupport('second@example.org');
  await send();
  expect(receivers).toEqual(['owner@example.org']);
});
