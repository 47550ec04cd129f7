import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSignedFeed, readKeys, signFeed } from '#desktop/main/updates/feed-signature.ts';

/** The files that electron-builder writes beside installers: "latest.yml", "latest-linux-arm64.yml", "beta-mac.yml". */
const FEED = /^(?:latest|beta|alpha)[\w-]*\.yml$/;

/**
 * Writes the signature of every feed in a folder beside it, as NAME.sig, and returns the names of the feeds. Throws
 * when an app that was packaged with `publicPem` would refuse them.
 */
export function signFeeds(
  folder: string,
  { privatePem, publicPem }: { privatePem: string; publicPem: string },
): string[] {
  const key = createPrivateKey(privatePem);
  const own = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const keys = readKeys(publicPem);
  const names = readdirSync(folder).filter((name) => FEED.test(name));
  for (const name of names) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const signature = signFeed(name, text, key);
    if (!isSignedFeed({ name, text, signature }, keys))
      throw new Error(`The private key is not the one of build/update-key.pem, but of:\n${own}`);
    writeFileSync(path.join(folder, `${name}.sig`), `${signature}\n`);
  }
  return names;
}
