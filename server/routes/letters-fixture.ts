import { createTestTimers, type TestTimers } from '#server/adapters/ai/test-timers.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#server/test-app.ts';
import { ask } from '#server/test-call.ts';
import { startTestMailServer, type TestMailServer } from '#server/test-mail-server.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { getLetterSettings, updateLetterSettings } from '#shared/contract/letters/letter-settings.ts';
import { type Letter, listLetters } from '#shared/contract/letters/letters.ts';
import { createPost } from '#shared/contract/posts/posts-admin.ts';

/** A topic that somebody follows. */
type Topic = { kind: 'site' | 'category' | 'tag' | 'author'; targetId: number };

/** For tests: a site with a mail server, on which letters are set up and sent at once. */
export interface LetterStage {
  app: TestApp;
  cookie: string;
  server: TestMailServer;
  timers: TestTimers;
  /** Lets the queue check again, at the clock's time; call it until the expected result has happened. */
  look(): void;
  /** Adds a subscriber; returns their id. */
  subscribe(email: string, ...topics: Topic[]): Promise<number>;
  set(changes: BodyInput<typeof updateLetterSettings>): Promise<void>;
  publish(fields?: Partial<BodyInput<typeof createPost>>): Promise<number>;
  letters(): Promise<Letter[]>;
  close(): Promise<void>;
}

export const SITE: Topic = { kind: 'site', targetId: 0 };
export const SENDER = { senderName: 'Tea', replyTo: 'owner@blog.example', postalAddress: 'Leaf Street 1\nTeatown' };

let made = 0;

export async function startLetterStage(options: TestAppOptions = {}): Promise<LetterStage> {
  const server = await startTestMailServer();
  const timers = createTestTimers();
  const app = await createTestApp({ timers, ...options, env: { SMTP_URL: server.url, ...options.env } });
  const cookie = await app.signIn();
  const { http, database } = app;
  const stage: LetterStage = {
    app,
    cookie,
    server,
    timers,
    look: () => timers.advance(5000),
    async subscribe(email, ...topics) {
      made += 1;
      const { id } = await database.db
        .insertInto('newsletter_subscribers')
        .values({ email, created_at: new Date(app.clock.now()).toISOString(), link_key: `${made}`.padStart(32, 'f') })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const { kind, targetId } of topics)
        await database.db
          .insertInto('subscriber_topics')
          .values({ subscriber_id: id, kind, target_id: targetId })
          .execute();
      return id;
    },
    async set(changes) {
      await ask(http, updateLetterSettings, { body: changes, cookie });
    },
    async publish(fields = {}) {
      made += 1;
      const body = {
        ...{ title: `Post ${made}`, slug: `post-${made}`, excerpt: 'In short.', content: 'Words.' },
        ...{ categoryId: 1, readTime: 1, published: true, ...fields },
      };
      return (await ask(http, createPost, { body, cookie })).body.id;
    },
    letters: async () => (await ask(http, listLetters, { cookie })).body,
    async close() {
      await app.close();
      await server.close();
    },
  };
  await stage.set({ ...SENDER, atPublication: true, waitMinutes: 0, perMinute: 10_000, perHour: 500_000 });
  await ask(http, getLetterSettings, { cookie });
  return stage;
}
