import type { KeyObject } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { readFileIfExists } from '../servers/atomic-file.ts';
import { readKeys } from './feed-signature.ts';

/** The source of updates. When there is none, `why` says the reason to the owner. */
export type UpdateSource = { kind: 'feed'; url: string; keys: readonly KeyObject[] } | { kind: 'none'; why: string };

interface SourceOptions {
  /** The folder of the program's own files (`process.resourcesPath`). */
  resources: string;
  isPackaged: boolean;
  /** Node's name of the platform. */
  platform: string;
  /** The file from which an AppImage was started; undefined for any other program. */
  appImage: string | undefined;
}

/** The part of `publish` that electron-builder writes into the program; see docs/desktop.md, "Updates". */
const configuration = z.object({ provider: z.literal('generic'), url: z.url() });

const NO_FEED = 'This copy of Ninefold has no address to get updates from. Install a newer version in its place.';
const BY_PACKAGE =
  'This copy of Ninefold was installed as a package of the system. Update by package: install the newer one the same way.';

/**
 * Returns the source of this program's updates. There is one only with an address and a key, and only if the program
 * can replace itself.
 */
export async function readUpdateSource(options: SourceOptions): Promise<UpdateSource> {
  const { resources, isPackaged, platform, appImage } = options;
  if (!isPackaged) return { kind: 'none', why: 'This copy of Ninefold runs from its sources.' };
  if (platform === 'linux' && (textOf(resources, 'package-type') !== '' || appImage === undefined))
    return { kind: 'none', why: BY_PACKAGE };
  const read = configuration.safeParse(await parsed(textOf(resources, 'app-update.yml')));
  const keys = readKeys(textOf(resources, 'update-key.pem'));
  if (!read.success || keys.length === 0 || !isTrustedWay(read.data.url)) return { kind: 'none', why: NO_FEED };
  return { kind: 'feed', url: read.data.url, keys };
}

/** Allows plain http only for this computer. */
function isTrustedWay(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
}

function textOf(folder: string, name: string): string {
  try {
    return readFileIfExists(path.join(folder, name))?.toString('utf8').trim() ?? '';
  } catch {
    return '';
  }
}

async function parsed(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch {
    return null;
  }
}
