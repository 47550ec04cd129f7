import { createTestApp, type TestApp } from './test-app.ts';
import { anotherReader } from './test-call.ts';
import { type ReceivedMail, startTestMailServer, type TestMailServer } from './test-mail-server.ts';

/** For tests: a site whose readers can follow by e-mail, with a mail server. */
export interface SubscriptionSite {
  app: TestApp;
  mail: TestMailServer;
  /** The logged lines of errors. */
  logged: string[];
  /** Sends a form as a browser does, from a new network unless `from` names one. */
  post(
    path: string,
    fields?: Record<string, string> | string,
    headers?: Record<string, string>,
    from?: string,
  ): ReturnType<typeof inject>;
  get(path: string, headers?: Record<string, string>): ReturnType<typeof inject>;
  /** Asks for letters by the form, and waits until the resulting mails are sent. */
  ask(email: string, topic?: string): ReturnType<typeof inject>;
  /** Returns the path to which a mail's link leads; of the last mail when absent. */
  linkIn(mail?: ReceivedMail): string;
  /** Asks and confirms; returns the path of the subscriber's own page. */
  follow(email: string, topic?: string): Promise<string>;
  close(): Promise<void>;
}

const inject = (app: TestApp, options: object) => app.http.inject(options);

export async function openSubscriptionSite(env: Record<string, string> = {}): Promise<SubscriptionSite> {
  const mail = await startTestMailServer();
  const logged: string[] = [];
  const app = await createTestApp({
    env: { SMTP_URL: mail.url, CONTACT_TO: 'owner@blog.example', SITE_NAME: 'Tea', ...env },
    logger: { level: 'error', stream: { write: (line: string) => logged.push(line) } },
  });
  const post: SubscriptionSite['post'] = (url, fields = {}, headers = {}, from = anotherReader()) =>
    inject(app, {
      method: 'POST',
      url,
      remoteAddress: from,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
      payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    });
  const ask = async (email: string, topic = 'site') => {
    const response = await post('/subscribe', { email, topic });
    await app.services.invitations.settled();
    return response;
  };
  const linkIn = (received = mail.mails.at(-1)) => /http:\/\/site\.test(\/\S+)/.exec(received?.body ?? '')?.[1] ?? '';
  return {
    app,
    mail,
    logged,
    post,
    get: (url, headers = {}) =>
      inject(app, { url, remoteAddress: anotherReader(), headers: { accept: 'text/html', ...headers } }),
    ask,
    linkIn,
    async follow(email, topic) {
      await ask(email, topic);
      const { headers } = await post(linkIn());
      return String(headers.location).replace(/\?.*/, '');
    },
    async close() {
      await app.close();
      await mail.close();
    },
  };
}
