import { type Browser, chromium, type Page } from 'playwright';
import { BROWSER_ARGUMENTS, findBrowser } from '../../../scripts/find-browser.ts';
import { SITE } from './ask-edge.ts';
import type { EdgeStage } from './edge-stage.ts';

const WORDS = { name: 'Rita Reader', email: 'rita@reader.example', message: 'I typed this for a long time.' };

/**
 * What a reader sees in a browser while the server is dead: the form says so and keeps what was typed, with JavaScript and
 * without, and a link to what was read before leads there. Gives what is not so.
 */
export async function readWithoutServer({ edges }: EdgeStage): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, port } of edges) {
    const browser = await chromium.launch({
      executablePath: findBrowser(),
      args: [...BROWSER_ARGUMENTS, `--host-resolver-rules=MAP ${SITE}:80 127.0.0.1:${port}`],
    });
    try {
      faults.push(...(await sendWithScript(browser)).map((fault) => `${name}: ${fault}`));
      faults.push(...(await sendWithoutScript(browser)).map((fault) => `${name}: ${fault}`));
      faults.push(...(await followLink(browser)).map((fault) => `${name}: ${fault}`));
    } finally {
      await browser.close();
    }
  }
  return faults;
}

async function fill(page: Page): Promise<void> {
  await page.goto(`http://${SITE}/contact`);
  await page.getByLabel(/^Name/).fill(WORDS.name);
  await page.getByLabel(/^Email/).fill(WORDS.email);
  await page.getByLabel(/^Message/).fill(WORDS.message);
}

async function hasKept(page: Page): Promise<boolean> {
  const typed = await page.getByLabel(/^Message/).inputValue();
  return typed === WORDS.message && (await page.getByLabel(/^Name/).inputValue()) === WORDS.name;
}

async function sendWithScript(browser: Browser): Promise<string[]> {
  const page = await browser.newPage();
  await fill(page);
  await page.getByRole('button', { name: /send/i }).click();
  const said = page.getByText(/could not|failed|try again/i).first();
  await said.waitFor({ timeout: 10_000 });
  const faults = (await hasKept(page)) ? [] : ['the form has lost what was typed'];
  await page.close();
  return faults;
}

async function sendWithoutScript(browser: Browser): Promise<string[]> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const faults: string[] = [];
  await fill(page);
  await page.getByRole('button', { name: /send/i }).click();
  await page.getByText('what you typed is still in the form').waitFor({ timeout: 10_000 });
  await page.goBack();
  if (!(await hasKept(page))) faults.push('without JavaScript the form has lost what was typed');
  await context.close();
  return faults;
}

/** A link pressed when React is awake asks the API, which is away: the page comes as a document then. */
async function followLink(browser: Browser): Promise<string[]> {
  const page = await browser.newPage();
  await page.goto(`http://${SITE}/`);
  // Wakes React.
  await page.mouse.move(200, 200);
  await page
    .waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /entry-client/.test(name)), {
      timeout: 10_000,
    })
    .catch(() => null);
  const link = page.locator('a[href="/post/read-3"]').first();
  await link.hover();
  await link.click();
  const text = page.getByText('The text of read-3, long enough to be read.');
  const faults = await text.waitFor({ timeout: 10_000 }).then(
    () => [],
    () => ['a link to what was read before leads to no article'],
  );
  await page.close();
  return faults;
}
