import type { BrowserContext, CDPSession, Page } from 'playwright/test';
import { standInFor } from './outside.ts';

/** Every other site: only the tests' own sites have no TLS. */
const OTHER_SITES = [{ urlPattern: 'https://*' }];

/** The stand-in for every other site, on the pages of a context. */
export interface Strangers {
  /** Resolves when no further request of the page can bypass the stand-in. */
  answer: (page: Page) => Promise<void>;
  /** Leaves other sites to the next handler. */
  stop: () => Promise<void>;
}

/**
 * Answers the requests of pages to other sites. A Playwright route would do so too, but it stops every request of the
 * page itself and switches the browser's cache off: each page would load and compile all of its scripts again.
 */
export function createStrangers(context: BrowserContext): Strangers {
  const sessions = new Map<Page, Promise<CDPSession>>();
  let isOver = false;

  async function attach(page: Page): Promise<CDPSession> {
    const session = await context.newCDPSession(page);
    session.on('Fetch.requestPaused', ({ requestId, resourceType }) => {
      // A page that has navigated away waits for no answer.
      answerOne(session, requestId, resourceType.toLowerCase()).catch(() => undefined);
    });
    await session.send('Fetch.enable', { patterns: OTHER_SITES });
    return session;
  }
  async function answer(page: Page): Promise<void> {
    if (isOver) return;
    const session = sessions.get(page) ?? attach(page);
    sessions.set(page, session);
    await session;
  }
  // A page that closes at once sends no request.
  const answerLater = (page: Page) => void answer(page).catch(() => undefined);
  context.on('page', answerLater);

  return {
    answer,
    async stop() {
      isOver = true;
      context.off('page', answerLater);
      await Promise.allSettled([...sessions.values()].map(async (session) => (await session).detach()));
    },
  };
}

async function answerOne(session: CDPSession, requestId: string, kind: string): Promise<void> {
  const standIn = standInFor(kind);
  if (!standIn) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    return;
  }
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: 'content-type', value: standIn.contentType },
      { name: 'access-control-allow-origin', value: '*' },
    ],
    body: Buffer.from(standIn.body).toString('base64'),
  });
}
