import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';

/** Where the browser that was found is remembered for this process and those it starts. Setting it chooses one. */
export const BROWSER_VARIABLE = 'CHROMIUM_PATH';

const IN_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const AT_HOME = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Arguments for a Chromium that runs tests: also as root, without asking anything of other sites. */
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
 * The path of a Chromium for the browser tests: the one named by CHROMIUM_PATH, else one that is installed, else one it
 * installs: Debian's package where we are root, Playwright's own elsewhere. Throws with what to do when there is none.
 */
export function findBrowser(): string {
  const chosen = process.env[BROWSER_VARIABLE];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`${BROWSER_VARIABLE} is ${chosen}, and there is no such file.`);
  }
  const found = installedBrowser() ?? (installBrowser() ? installedBrowser() : undefined);
  if (!found) {
    throw new Error(
      `The browser tests need Chromium, and none was found or could be installed. Install it ("apt-get install chromium", or "npx playwright install --with-deps chromium"), or set ${BROWSER_VARIABLE} to the path of a Chromium or Chrome.`,
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
    // Playwright makes none for this platform.
    return '';
  }
}

/** Ubuntu's `chromium-browser` may be no browser but a note to install one. Chrome on Windows tells no version. */
function runs(file: string): boolean {
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0;
}

function installBrowser(): boolean {
  console.error('No Chromium was found; installing one …');
  const isDebianRoot = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (
    isDebianRoot &&
    runLoudly('apt-get', ['update']) &&
    runLoudly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  )
    return true;
  return runLoudly('npx', ['playwright', 'install', 'chromium']);
}

function runLoudly(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, {
    // Standard output is for the path alone.
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
