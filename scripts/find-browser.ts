import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';

/**
 * The variable that stores the browser that was found, for this process and its child processes. Setting it chooses a
 * browser.
 */
export const BROWSER_VARIABLE = 'CHROMIUM_PATH';

/** Chromium without its windows: it opens a page in half the processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const IN_PATH = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const AT_HOME = [
  `/usr/bin/${HEADLESS_SHELL}`,
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Arguments for a Chromium that runs tests, even as root, and sends no requests of its own to other sites. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Returns the path of a Chromium for the browser tests: the one named by CHROMIUM_PATH; otherwise Debian's headless
 * shell, which is installed if this process runs as root; otherwise any that is installed; otherwise Playwright's own,
 * which is then installed. Throws with instructions when there is none.
 */
export function findBrowser(): string {
  const chosen = process.env[BROWSER_VARIABLE];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`${BROWSER_VARIABLE} is ${chosen}, and there is no such file.`);
  }
  if (!hasHeadlessShell()) installHeadlessShell();
  const found = installedBrowser() ?? (installPlaywrightsOwn() ? installedBrowser() : undefined);
  if (!found) {
    throw new Error(
      `The browser tests need Chromium, and none was found or could be installed. Install it ("apt-get install chromium-headless-shell", or "npx playwright install --with-deps chromium"), or set ${BROWSER_VARIABLE} to the path of a Chromium or Chrome.`,
    );
  }
  process.env[BROWSER_VARIABLE] = found;
  return found;
}

function installedBrowser(): string | undefined {
  const inPath = process.platform === 'win32' ? [] : IN_PATH.flatMap((name) => which(name) ?? []);
  return [...AT_HOME, ...inPath, playwrightsOwn()].find((file) => existsSync(file) && runs(file));
}

function which(name: string): string | undefined {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function playwrightsOwn(): string {
  try {
    return chromium.executablePath();
  } catch {
    // Playwright has no browser for this platform.
    return '';
  }
}

/**
 * Whether a file is a browser that runs. Ubuntu's `chromium-browser` may be only a hint to install one. Chrome on
 * Windows prints no version.
 */
function runs(file: string): boolean {
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0;
}

const hasHeadlessShell = () => which(HEADLESS_SHELL) !== undefined;

function installHeadlessShell(): void {
  const isDebianRoot = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (!isDebianRoot) return;
  console.error('Installing a Chromium for the tests …');
  const isRefreshed = runLoudly('apt-get', ['update']);
  if (isRefreshed) runLoudly('apt-get', ['install', '-y', '--no-install-recommends', HEADLESS_SHELL]);
}

function installPlaywrightsOwn(): boolean {
  console.error('No Chromium was found; installing one …');
  return runLoudly('npx', ['playwright', 'install', 'chromium']);
}

function runLoudly(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, {
    // Standard output is reserved for the path.
    stdio: ['ignore', process.stderr, 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

// `node scripts/find-browser.ts` prints the path, for other programs.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(findBrowser());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
