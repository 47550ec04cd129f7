import { readdirSync } from 'node:fs';
import { z } from 'zod';

export const workspaceName = z.string().regex(/^[A-Za-z0-9_-]{1,120}$/);

/**
 * A local database, the site it was made for, and the origins it is exchanged with. The database outlives its servers.
 */
export const knownWorkspace = z.object({
  name: workspaceName,
  siteId: z.string(),
  /** The name that the site last gave itself; null when only the file is left. */
  siteName: z.string().nullable(),
  origins: z.array(z.string()),
});
export type KnownWorkspace = z.output<typeof knownWorkspace>;

/** The local databases, and the sites they belong to. */
interface WorkspaceList {
  /** Returns the database of a site that was reached at this origin before. */
  boundTo(origin: string, siteId: string): string | undefined;
  /**
   * Returns every database that was made for a site, or is used for it, including databases of which only the file is
   * left.
   */
  ofSite(siteId: string): KnownWorkspace[];
  /** Returns a name that no database has: the id of the site, followed by a number if the id is taken. */
  freeName(siteId: string): string;
  /** Returns the list to store after this database was reached at an origin. */
  reachedAt(name: string, reached: { origin: string; siteId: string; siteName: string }): KnownWorkspace[];
}

interface Remembered {
  servers: readonly { siteId: string; workspace: string }[];
  workspaces: readonly KnownWorkspace[];
}

/** `folder` holds the database files. Files that are not in the stored list belong to no origin. */
export function createWorkspaceList(folder: string, remembered: () => Remembered): WorkspaceList {
  const all = (): KnownWorkspace[] => {
    const { workspaces } = remembered();
    const names = new Set(workspaces.map(({ name }) => plain(name)));
    const left = filesIn(folder).filter((name) => !names.has(plain(name)));
    return [...workspaces, ...left.map((name) => ({ name, siteId: siteOf(name), siteName: null, origins: [] }))];
  };
  const list: WorkspaceList = {
    boundTo: (origin, siteId) => list.ofSite(siteId).find(({ origins }) => origins.includes(origin))?.name,
    ofSite(siteId) {
      const used = remembered().servers.filter((server) => plain(server.siteId) === plain(siteId));
      return all().filter(
        (each) =>
          [each.siteId, each.name, siteOf(each.name)].some((id) => plain(id) === plain(siteId)) ||
          used.some(({ workspace }) => workspace === each.name),
      );
    },
    freeName(siteId) {
      const taken = new Set(all().map(({ name }) => plain(name)));
      let name = siteId;
      for (let number = 2; taken.has(plain(name)); number += 1) name = `${siteId}_${number}`;
      return name;
    },
    reachedAt(name, { origin, siteId, siteName }) {
      const before = all().find((each) => each.name === name);
      const origins = [...new Set([...(before?.origins ?? []), origin])];
      const others = remembered().workspaces.filter((each) => each.name !== name);
      return [...others, { name, siteId: before?.siteId ?? siteId, siteName, origins }];
    },
  };
  return list;
}

/** Some disks ignore the case of file names, so a server must not reach a database by another spelling. */
const plain = (name: string) => name.toLowerCase();

/** Returns the site that a database was made for, from its name. */
const siteOf = (name: string) => name.replace(/_\d+$/, '');

function filesIn(folder: string): string[] {
  const ending = '.sqlite';
  try {
    return readdirSync(folder)
      .filter((file) => file.toLowerCase().endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .filter((name) => workspaceName.safeParse(name).success);
  } catch {
    // A missing folder holds nothing; the code that opens a database in it reports the error.
    return [];
  }
}
