import { type Browser, chromium, type Page } from 'playwright';
import { BROWSER_ARGUMENTS, findBrowser } from '../../../scripts/find-browser.ts';
import { SITE } from './ask-edge.ts';
import type { EdgeStage } from './edge-stage.ts';

const WORDS = { name: 'Rita Reader', email: 'rita@reader.example', message: 'I typed this for a long time.' };

/** The milliseconds that a page may take on a busy machine. */
const PATIENCE = 60_000;

/**
 * Checks what a reader sees in a browser once the server is dead: the form says so and keeps the typed text, with
 * JavaScript and without, and a link to a page that was read before leads there. Kills the server; returns the faults.
 */
export async function readWithoutServer({ edges, origin }: EdgeStage): Promise<string[]> {
  const faults: string[] = [];
  const browsers = await Promise.all(edges.map(({ port }) => openBrowser(port)));
  try {
    for (const browser of browsers) await readWithServer(browser);
    await origin.kill();
    for (const [at, browser] of browsers.entries()) {
      for (const look of [sendWithScript, sendWithoutScript, followLink]) {
        faults.push(...(await look(browser)).map((fault) => `${edges[at]?.name}: ${fault}`));
      }
    }
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
  return faults;
}

/** Opens a browser in which the site's name leads to an edge. */
function openBrowser(port: number): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [...BROWSER_ARGUMENTS, `--host-resolver-rules=MAP ${SITE}:80 127.0.0.1:${port}`],
  });
}

/** An earlier reader, through whom the edge has got the code that forms and links need. */
async function readWithServer(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  await fill(page);
  await page.waitForLoadState('networkidle');
  await openPost(page);
  await page.close();
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
  const hasSaid = await isShown(page, 'What you have written is still here.');
  const faults = hasSaid ? [] : ['the form does not say that it was not sent'];
  if (!(await hasKept(page))) faults.push('the form has lost what was typed');
  await page.close();
  return faults;
}

async function sendWithoutScript(browser: Browser): Promise<string[]> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const faults: string[] = [];
  await fill(page);
  await page.getByRole('button', { name: /send/i }).click();
  if (!(await isShown(page, 'what you typed is still in the form'))) faults.push('no page says that it was not sent');
  await page.goBack();
  if (!(await hasKept(page))) faults.push('without JavaScript the form has lost what was typed');
  await context.close();
  return faults;
}

/** A link pressed when React is loaded asks the API, which is unreachable: the page is then loaded as a document. */
async function followLink(browser: Browser): Promise<string[]> {
  const page = await browser.newPage();
  const faults = (await openPost(page)) ? [] : ['a link to what was read before leads to no article'];
  await page.close();
  return faults;
}

/**
 * Opens the front page, makes React load, and follows its first link to a post; returns whether the post is then shown.
 */
async function openPost(page: Page): Promise<boolean> {
  await page.goto(`http://${SITE}/`);
  await page.mouse.move(200, 200);
  const link = page.locator('main a[href^="/post/"]').first();
  await link.hover();
  await page.waitForLoadState('networkidle');
  const slug = (await link.getAttribute('href'))?.replace('/post/', '') ?? '';
  await link.click();
  return isShown(page, `The text of ${slug}, long enough to be read.`);
}

function isShown(page: Page, text: string): Promise<boolean> {
  return page
    .getByText(text)
    .waitFor({ timeout: PATIENCE })
    .then(
      () => true,
      () => false,
    );
}
