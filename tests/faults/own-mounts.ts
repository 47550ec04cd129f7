import { spawnSync } from 'node:child_process';

/**
 * How a program gets mounts of its own (Linux mount namespaces), to test what only a disk can do: be full, be
 * read-only.
 */
export interface Isolated {
  command: string;
  args: string[];
}

/** As root, or as a user if the system allows it to users. */
const WAYS = [
  ['unshare', '-m'],
  ['unshare', '-Urm'],
];
let known: string[] | undefined;

/**
 * Wraps a program so that `mounts`, a shell script, runs before it in a mount namespace of its own: nothing else on the
 * machine sees these mounts, and they disappear with the process.
 * @throws Error if the system does not allow it.
 */
export function withMounts(mounts: string, environment: Record<string, string>, program: string[]): Isolated {
  known ??= WAYS.find(([command = '', ...args]) => {
    const probe = spawnSync(command, [...args, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'], {
      stdio: 'ignore',
    });
    return probe.status === 0;
  });
  if (!known) {
    throw new Error(
      'This test needs a disk of its own: Linux and util-linux, as root or with user namespaces allowed ' +
        '(on Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0).',
    );
  }
  const [command = '', ...args] = known;
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return { command, args: [...args, 'sh', '-ec', `${mounts}\nexec "$@"`, 'sh', 'env', ...settings, ...program] };
}
