import { afterAll, afterEach, beforeAll } from 'vitest';
import { createTestBrowser, type TestBrowser } from './test-browser.ts';

/** What the tests of a post form need from a server: `createTestApp` of server/test-app.ts makes one. */
interface FormServer {
  http: { listen(options: { port: number; host: string }): Promise<string> };
  /** Returns the cookie of the signed-in owner. */
  signIn(): Promise<string>;
  /** Writes a post and returns its id. */
  post(fields: { title: string; excerpt: string; content: string; slug: string }): Promise<number>;
  close(): Promise<void>;
}

/** The content of each post that `newPost` makes. */
export const content = 'One.\n\nTwo.\n\nThree.';

/** For a test file: one server for all of its tests, over HTTP, and browsers that close with the test that opened them. */
export function withFormServer(start: () => Promise<FormServer>) {
  let server: FormServer;
  let baseUrl: string;
  const browsers: TestBrowser[] = [];
  beforeAll(async () => {
    server = await start();
    baseUrl = await server.http.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    for (const browser of browsers.splice(0)) await browser.closeAll();
  });
  afterAll(() => server.close());
  return {
    async createBrowser(): Promise<TestBrowser> {
      const browser = createTestBrowser(baseUrl, await server.signIn());
      browsers.push(browser);
      return browser;
    },
    newPost: (slug = `post-${Math.random().toString(36).slice(2)}`) =>
      server.post({ title: 'Post', excerpt: 'E', content, slug }),
  };
}
