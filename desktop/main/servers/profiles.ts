import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { ServerMeta } from '#shared/contract/meta.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { originOf } from './address.ts';
import { readFileIfExists, setAside, writeFileAtomically } from './atomic-file.ts';
import { StartRefused } from './start-refused.ts';
import { createWorkspaceList, type KnownWorkspace, knownWorkspace, workspaceName } from './workspace-list.ts';

const profile = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  /** The server's origin. */
  url: z.url(),
  name: z.string(),
  siteId: z.string(),
  siteUrl: z.string(),
  /**
   * The name of the local database. A server that is set up anew under a known address keeps this name: the documents
   * written for the server before are still there, and the exchange asks what to do with them.
   */
  workspace: workspaceName,
});
export type Profile = z.output<typeof profile>;

const VERSION = 2;
const fileShape = z.object({
  version: z.literal(VERSION),
  currentId: z.string().nullable(),
  servers: z.array(profile),
  workspaces: z.array(knownWorkspace),
});
type Contents = Omit<z.output<typeof fileShape>, 'version'>;

const firstShape = z.object({ version: z.literal(1), currentId: z.string().nullable(), servers: z.array(profile) });

/**
 * The owner's answer about a site that was met at a new address: which of its local databases it uses; null for none.
 */
export interface Belonging {
  /** The site that the owner was asked about. */
  siteId: string;
  workspace: string | null;
}

/**
 * `question`: the site is known on this computer from other addresses, and the owner has not said whether it is the
 * same site.
 */
type ConnectOutcome =
  | { readonly kind: 'connected'; readonly profile: Profile }
  | { readonly kind: 'question'; readonly known: readonly KnownWorkspace[] };

/** The servers this app knows, in the order they were connected. Every change is on the disk when the call returns. */
export interface Profiles {
  list(): readonly Profile[];
  current(): Profile | null;
  /**
   * Returns the local databases that a site may own, when it answers at an address where it was not met before. A site
   * id is public, so a server that names one proves nothing. Returns none when there is nothing to ask.
   */
  known(url: string, siteId: string): readonly KnownWorkspace[];
  /** Stores the server that answered `meta` at this origin and makes it the current one, unless there is a question. */
  connect(url: string, meta: ServerMeta, belonging?: Belonging): ConnectOutcome;
  /** Makes a known server the current one; returns false for an unknown id. */
  use(id: string): boolean;
  /** Forgets a server; returns false for an unknown id. Without a current server the app asks for an address again. */
  remove(id: string): boolean;
  /** The new name of a file that could not be read; null when all was well. */
  readonly setAside: string | null;
}

/** The version number that the file of any version carries. */
const anyVersion = z.object({ version: z.int() });

/**
 * Reads `servers.json` of a folder. A file that cannot be parsed is set aside, and the list begins empty. Throws {@link
 * StartRefused} for the file of a newer program, which would otherwise not find its servers again.
 */
export function openProfiles(folder: string, clock: Clock): Profiles {
  const file = path.join(folder, 'servers.json');
  let aside: string | null = null;
  let { servers, currentId, workspaces }: Contents = { servers: [], currentId: null, workspaces: [] };

  const text = readFileIfExists(file);
  if (text) {
    const read = parse(text.toString());
    if (read) ({ servers, currentId, workspaces } = read);
    else aside = setAside(file, clock.now());
  }
  const local = createWorkspaceList(path.join(folder, 'workspaces'), () => ({ servers, workspaces }));

  const write = (next: Partial<Contents>) => {
    const contents = { servers, currentId, workspaces, ...next };
    writeFileAtomically(file, `${JSON.stringify({ version: VERSION, ...contents }, null, 2)}\n`);
    ({ servers, currentId, workspaces } = contents);
  };
  const at = (url: string) => servers.find((server) => originOf(server.url) === url);

  /** Returns the database for the address; `undefined` when the owner must choose it first. */
  function workspaceFor(url: string, siteId: string, belonging: Belonging | undefined): string | undefined {
    const [known] = [at(url)?.workspace, local.boundTo(url, siteId)].filter((name) => name !== undefined);
    if (known !== undefined) return known;
    const asked = local.ofSite(siteId);
    if (asked.length === 0) return local.freeName(siteId);
    // An answer about another site is ignored: the server has changed its site since the question.
    if (belonging?.siteId !== siteId) return undefined;
    if (belonging.workspace === null) return local.freeName(siteId);
    return asked.find(({ name }) => name === belonging.workspace)?.name;
  }

  return {
    list: () => servers,
    current: () => servers.find(({ id }) => id === currentId) ?? null,
    known: (url, siteId) => (workspaceFor(url, siteId, undefined) === undefined ? local.ofSite(siteId) : []),
    connect(url, meta, belonging) {
      const { siteId, siteUrl } = meta;
      const workspace = workspaceFor(url, siteId, belonging);
      if (workspace === undefined) return { kind: 'question', known: local.ofSite(siteId) };
      const before = at(url);
      const name = meta.siteName.slice(0, 200);
      const made: Profile = { id: before?.id ?? randomUUID(), url, name, siteId, siteUrl, workspace };
      write({
        servers: before ? servers.map((server) => (server === before ? made : server)) : [...servers, made],
        currentId: made.id,
        workspaces: local.reachedAt(workspace, { origin: url, siteId, siteName: name }),
      });
      return { kind: 'connected', profile: made };
    },
    use(id) {
      if (!servers.some((server) => server.id === id)) return false;
      write({ currentId: id });
      return true;
    },
    remove(id) {
      if (!servers.some((server) => server.id === id)) return false;
      write({ servers: servers.filter((server) => server.id !== id), currentId: currentId === id ? null : currentId });
      return true;
    },
    setAside: aside,
  };
}

function parse(text: string): Contents | undefined {
  try {
    const json: unknown = JSON.parse(text);
    refuseNewer(json);
    const first = firstShape.safeParse(json).data;
    return first ? fromFirst(first) : fileShape.safeParse(json).data;
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    return undefined;
  }
}

function refuseNewer(json: unknown): void {
  const version = anyVersion.safeParse(json).data?.version ?? 0;
  if (version <= VERSION) return;
  throw new StartRefused(
    'A newer version of Ninefold was used on this computer, and its list of servers is not known to this one. Install the ' +
      'newer version again. Nothing was changed.',
  );
}

/**
 * Converts the first version of the file, which knew databases only by their servers: each belongs to the addresses
 * that used it.
 */
function fromFirst({ servers, currentId }: z.output<typeof firstShape>): Contents {
  const byName = Map.groupBy(servers, ({ workspace }) => workspace);
  const workspaces = [...byName].map(([name, using]) => ({
    name,
    // The database's name was the id of the site that it was made for.
    siteId: name,
    siteName: using[0]?.name ?? null,
    origins: using.map(({ url }) => originOf(url)),
  }));
  return { servers, currentId, workspaces };
}
