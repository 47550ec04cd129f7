import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium } from 'playwright';
import { BROWSER_ARGUMENTS, findBrowser } from '../../../scripts/find-browser.ts';

/** A Chromium with a profile on the disk, like an owner's, that can be killed. */
export interface KillableBrowser {
  /** The context of its profile: what it stores is there for the next browser on the same folder. */
  context: BrowserContext;
  /**
   * Sends SIGKILL to all of its processes at once, so that none has time to write anything; resolves when they are
   * gone.
   */
  kill(): Promise<void>;
}

const READY_WITHIN = 60_000;
const GONE_WITHIN = 10_000;

/**
 * Whether any process of a group still runs. If the system has ended them but not yet removed them from its list, none
 * does.
 */
function isAlive(group: number): boolean {
  try {
    process.kill(group, 0);
  } catch {
    return false;
  }
  // A system whose first process rarely cleans up keeps ended processes in its list for seconds.
  return process.platform !== 'linux' || processesOf(-group).some((state) => !'ZX'.includes(state));
}

/** Returns the states of a group's processes, a letter each (`man proc_pid_stat`). */
function processesOf(group: number): string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'utf8') : '';
      // The second field is a name in brackets, which may contain anything.
      const [state = '', , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(itsGroup) === group ? [state] : [];
    } catch {
      // The process has been removed from the list in the meantime.
      return [];
    }
  });
}

export async function startKillableBrowser(profile: string): Promise<KillableBrowser> {
  const child = spawn(
    findBrowser(),
    [
      '--headless=new',
      ...BROWSER_ARGUMENTS,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=1280,800',
      'about:blank',
    ],
    // A separate process group, to which Chromium's other processes belong.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const gone = once(child, 'exit');
  const group = -(child.pid ?? 0);
  const killNow = () => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // The process has ended by itself.
    }
  };
  process.once('exit', killNow);
  const kill = async () => {
    killNow();
    await gone;
    const until = Date.now() + GONE_WITHIN;
    while (isAlive(group) && Date.now() < until) await wait(5);
    process.off('exit', killNow);
  };
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      const fail = (why: string) => reject(new Error(`Chromium ${why}:\n${said}`));
      const timer = setTimeout(() => fail('was not ready within a minute'), READY_WITHIN);
      child.stderr.on('data', (text) => {
        said += String(text);
        const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
        if (!found) return;
        clearTimeout(timer);
        resolve(found);
      });
      child.once('exit', () => fail('ended'));
    });
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    if (!context) throw new Error('Chromium has no profile of its own');
    return { context, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}
