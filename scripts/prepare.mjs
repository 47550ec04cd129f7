// Makes a fresh clone ready: installs the packages of the lock file and, when asked, builds. Runs before npm start, dev
// and test, on whatever Node the system has, so it uses only built-in modules and old syntax.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const SOURCES = ['server', 'shared', 'vite.config.ts', 'package-lock.json'];

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function writeStamp(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, value);
}

function run(label, command, args) {
  console.log(label);
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error(`\n${label} failed: ${command} ${args.join(' ')}`);
    process.exit(result.status ?? 1);
  }
}

function installOnce() {
  const stamp = path.join(root, 'node_modules', '.ninefold-install');
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const wanted = createHash('sha256')
    .update(lock)
    .update(process.platform + process.arch)
    .digest('hex');
  if (readStamp(stamp) === wanted) return;
  // --ignore-scripts: better-sqlite3 ships its binaries; its install script would try to compile them again.
  run('Installing packages …', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  writeStamp(stamp, wanted);
}

function fingerprint(entry, hash) {
  const full = path.join(root, entry);
  const info = statSync(full);
  if (info.isDirectory()) {
    for (const name of readdirSync(full).sort()) fingerprint(path.join(entry, name), hash);
  } else if (!/\.test\.tsx?$/.test(entry)) {
    hash.update(`${entry}\0`).update(readFileSync(full));
  }
}

const built = path.join(root, 'dist', '.ninefold-build');

function sourcesHash() {
  const hash = createHash('sha256');
  for (const entry of SOURCES) fingerprint(entry, hash);
  return hash.digest('hex');
}

function buildOnce() {
  const wanted = sourcesHash();
  if (readStamp(built) === wanted) return;
  run('Building …', 'npm', ['run', 'build', '--silent', '--', '--logLevel', 'warn']);
  writeStamp(built, wanted);
}

if (process.argv[2] === 'is-built') {
  // Only checks, without building: whether the build was made from the current sources.
  process.exit(readStamp(built) === sourcesHash() ? 0 : 1);
}
installOnce();
if (process.argv[2] === 'build') buildOnce();
