import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// npm run update-key -- PRIVATE-FILE: makes the pair of keys with which updates of the desktop app are signed. The
// public key goes into the repository and into every app that is packaged from it; the private key goes to a place that
// only releases can reach.

/** Packed into the app; see docs/desktop.md, "Updates". */
const PUBLIC = path.join(path.dirname(import.meta.dirname), 'build/update-key.pem');

const [file] = process.argv.slice(2);
if (file === undefined || existsSync(file) || existsSync(PUBLIC)) {
  console.error(
    `Usage: npm run update-key -- PRIVATE-FILE (a new file, outside of the repository)\n` +
      `Nothing is overwritten: ${PUBLIC} ${existsSync(PUBLIC) ? 'is there already' : 'is written'}.`,
  );
  process.exit(1);
}
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
writeFileSync(PUBLIC, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
console.log(`The public key: ${PUBLIC} (commit it)\nThe private key: ${file} (UPDATE_SIGNING_KEY of a release)`);
