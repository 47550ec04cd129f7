import { spawnSync } from 'node:child_process';

/** The Debian packages of the programs that measure, are compared with us, or attack us. */
const PACKAGES = {
  wrk: 'wrk',
  nginx: 'nginx-light',
  varnishd: 'varnish varnish-modules',
  wapiti: 'wapiti',
  sqlmap: 'sqlmap',
} as const;
/** Programs for the administrator are not in every PATH. */
const FOLDERS = '/usr/sbin:/sbin:/usr/local/sbin';

/**
 * Returns the path of a program; if it is missing and we are root, it is first installed from Debian.
 * @throws Error that says how to get it.
 */
export function requireTool(name: keyof typeof PACKAGES): string {
  const found = findTool(name);
  if (found) return found;
  const command = `apt-get install -y ${PACKAGES[name]}`;
  if (process.getuid?.() === 0) {
    console.error(`${name} is missing; trying: ${command}`);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES[name].split(' ')], {
      stdio: 'inherit',
      timeout: 180_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findTool(name);
    if (installed) return installed;
  }
  throw new Error(`${name} is needed for this. On Debian: ${command}`);
}

/** Returns a program's path, or null. */
export function findTool(name: string): string | null {
  const { stdout } = spawnSync('sh', ['-c', 'command -v "$0"', name], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env.PATH ?? ''}:${FOLDERS}` },
  });
  return stdout.trim() || null;
}

/** Returns the first line of a program's version output, on either stream. */
export function toolVersion(path: string, option: string): string {
  const { stdout, stderr } = spawnSync(path, [option], { encoding: 'utf8', timeout: 10_000 });
  const lines = `${stdout}\n${stderr}`.split('\n').map((line) => line.trim());
  return lines.find((line) => /\d+\.\d+/.test(line)) ?? 'unknown';
}
