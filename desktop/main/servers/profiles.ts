import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { ServerMeta } from '#shared/contract/meta.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { readWhole, setAside, writeWhole } from './whole-file.ts';

const profile = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** The server's origin. */
  url: z.url(),
  name: z.string(),
  siteId: z.string(),
  siteUrl: z.string(),
  /**
   * Names the local database: the site that answered when the server was first connected. A server set up anew keeps
   * the file, so that what was written for the one before is still there, and the exchange asks what to do with it.
   */
  workspace: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
});
export type Profile = z.output<typeof profile>;

const fileShape = z.object({ version: z.literal(1), currentId: z.string().nullable(), servers: z.array(profile) });

/** The servers this app knows, in the order they were connected. Every change is on the disk when the call returns. */
export interface Profiles {
  list(): readonly Profile[];
  current(): Profile | null;
  /** Remembers the server that answered `meta` at this origin and makes it the current one. */
  connect(url: string, meta: ServerMeta): Profile;
  /** Makes a known server the current one; false for an unknown id. */
  use(id: string): boolean;
  /** Forgets a server; false for an unknown id. Without a current one the app asks for an address again. */
  remove(id: string): boolean;
  /** Where a file was moved that could not be read; null when all was well. */
  readonly setAside: string | null;
}

/** Reads `servers.json` of a folder. One that cannot be understood is set aside and the list begins empty. */
export function openProfiles(folder: string, clock: Clock): Profiles {
  const file = path.join(folder, 'servers.json');
  let aside: string | null = null;
  let servers: Profile[] = [];
  let currentId: string | null = null;

  const text = readWhole(file);
  if (text) {
    const read = parse(text.toString());
    if (read) ({ servers, currentId } = read);
    else aside = setAside(file, clock.now());
  }

  const write = (next: Profile[], nextId: string | null) => {
    writeWhole(file, `${JSON.stringify({ version: 1, currentId: nextId, servers: next }, null, 2)}\n`);
    servers = next;
    currentId = nextId;
  };

  return {
    list: () => servers,
    current: () => servers.find(({ id }) => id === currentId) ?? null,
    connect(url, { siteId, siteUrl, siteName }) {
      const known = servers.find((server) => server.url === url);
      const made: Profile = {
        id: known?.id ?? randomUUID(),
        url,
        name: siteName.slice(0, 200),
        siteId,
        siteUrl,
        workspace: known?.workspace ?? siteId,
      };
      write(known ? servers.map((server) => (server === known ? made : server)) : [...servers, made], made.id);
      return made;
    },
    use(id) {
      if (!servers.some((server) => server.id === id)) return false;
      write(servers, id);
      return true;
    },
    remove(id) {
      if (!servers.some((server) => server.id === id)) return false;
      write(
        servers.filter((server) => server.id !== id),
        currentId === id ? null : currentId,
      );
      return true;
    },
    setAside: aside,
  };
}

function parse(text: string): z.output<typeof fileShape> | undefined {
  try {
    return fileShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
