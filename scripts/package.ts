import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildDesktop } from './build-desktop.ts';
import { signFeeds } from './sign-feeds.ts';

// npm run package: installers of the desktop app for this system, in out/installers, as electron-builder.yml says.
// Arguments go to electron-builder (`npm run package -- --dir` stops before the installers).

/** Not among the packages every clone installs: it weighs more than most of them together. */
const BUILDER = 'electron-builder@26.17.0';

/** "Name <address>" of whoever makes a .deb, which must name one (Debian policy §5.6.2). */
const MAINTAINER = 'DEB_MAINTAINER';

const root = path.dirname(import.meta.dirname);
/** Of the pair that `npm run update-key` makes. */
const PUBLIC_KEY = path.join(root, 'build/update-key.pem');

/**
 * Where apps that are packaged now look for newer ones: UPDATE_FEED, the https address of the folder with the feeds. Without the
 * key it is signed with no feed would be taken, so none is named.
 */
function feedOptions(): string[] {
  const feed = process.env.UPDATE_FEED;
  if (feed && existsSync(PUBLIC_KEY)) return ['--config.publish.provider=generic', `--config.publish.url=${feed}`];
  console.log('The app will not look for updates: UPDATE_FEED or build/update-key.pem is missing (docs/desktop.md).');
  return [];
}

/** UPDATE_SIGNING_KEY is the private key itself, in PEM. */
function signUpdates(): void {
  const privatePem = process.env.UPDATE_SIGNING_KEY;
  if (!privatePem || !existsSync(PUBLIC_KEY)) return;
  const names = signFeeds(path.join(root, 'out/installers'), {
    privatePem,
    publicPem: readFileSync(PUBLIC_KEY, 'utf8'),
  });
  console.log(`Signed: ${names.join(', ') || 'no feed'}`);
}

function linuxOptions(): string[] {
  const maintainer = process.env[MAINTAINER];
  if (maintainer) return [`--config.linux.maintainer=${maintainer}`];
  console.log(`No .deb is made: it names its maintainer, and ${MAINTAINER} ("Name <address>") is not set.`);
  return ['--config.linux.target=AppImage'];
}

buildDesktop();
const { status } = spawnSync(
  'npx',
  [
    ...['--yes', BUILDER, '--publish', 'never'],
    ...feedOptions(),
    ...(process.platform === 'linux' ? linuxOptions() : []),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' },
);
if (status === 0) signUpdates();
process.exitCode = status ?? 1;
