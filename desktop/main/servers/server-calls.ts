import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ServerProfile } from '#shared/contract/ipc.ts';
import { copyFiles } from '../copy/index.ts';
import type { CallsOf } from '../ipc/answer-call.ts';
import type { Log } from '../log.ts';
import type { Profile, Profiles } from './profiles.ts';
import { checkServer, type ServerFetch } from './server-check.ts';
import type { ServerInUse } from './server-in-use.ts';

interface ServerCallOptions {
  folder: string;
  profiles: Profiles;
  fetchOf(partition: string): ServerFetch;
  /**
   * Called before another server comes into use, so that the page writes its unsaved text. Resolves when the page has
   * done so, or does not answer.
   */
  onServerChanging(): Promise<unknown>;
  /** Called when another server, or none, is in use: the windows reload the page. */
  onServerChanged(): void;
  log: Log;
}

/** Returns the handlers for the known servers and the server in use. */
export function serverCalls(inUse: ServerInUse, options: ServerCallOptions): CallsOf<'server' | 'servers'> {
  const { folder, profiles, log } = options;
  return {
    'server.check': async ({ url }) => {
      const answer = await checkServer(url, options.fetchOf('check'));
      return answer.ok ? { ...answer, known: profiles.known(answer.origin, answer.meta.siteId) } : answer;
    },
    'servers.list': () => ({ servers: profiles.list().map(shown), currentId: profiles.current()?.id ?? null }),
    'servers.connect': async ({ url, belonging }) => {
      const answer = await checkServer(url, options.fetchOf('check'));
      if (!answer.ok) return answer;
      await options.onServerChanging();
      return inUse.inTurn(async () => {
        const outcome = profiles.connect(answer.origin, answer.meta, belonging);
        if (outcome.kind === 'question') return unanswered;
        await inUse.reopen();
        options.onServerChanged();
        return { ok: true, server: shown(outcome.profile) };
      });
    },
    'servers.use': async ({ id }) => {
      if (profiles.current()?.id === id) return { ok: true };
      await options.onServerChanging();
      return inUse.inTurn(async () => {
        if (!profiles.use(id)) return unknownServer;
        await inUse.reopen();
        options.onServerChanged();
        return { ok: true };
      });
    },
    'servers.remove': async ({ id }) => {
      if (profiles.current()?.id === id) await options.onServerChanging();
      return inUse.inTurn(async () => {
        const open = inUse.now();
        const isCurrent = open?.profile.id === id;
        if (isCurrent) await open.forget();
        if (!profiles.remove(id)) return unknownServer;
        if (isCurrent) await inUse.reopen();
        await removeLeftovers(folder, id, log);
        if (isCurrent) options.onServerChanged();
        return { ok: true };
      });
    },
  };
}

/** Removes the files of a forgotten server that are only for convenience, or that must not stay. Its documents stay. */
async function removeLeftovers(folder: string, id: string, log: Log): Promise<void> {
  const answers = path.join(folder, 'answers', `${id}.sqlite`);
  const copy = copyFiles(path.join(folder, 'copies'), id);
  const databases = [answers, copy.posts, copy.pictures];
  const files = [
    path.join(folder, 'credentials', `${id}.sealed`),
    ...databases.flatMap((file) => [file, `${file}-wal`, `${file}-shm`]),
  ];
  for (const file of files) {
    await rm(file, { force: true }).catch((error: unknown) => log.warn('A file of a forgotten server stays', error));
  }
}

const unknownServer = { ok: false as const, message: 'This server is not known any more.' };

const unanswered = {
  ok: false as const,
  message: 'This computer knows this site from another address. Connect again, and say whether it is the same.',
};

const shown = ({ id, url, name, siteId }: Profile): ServerProfile => ({ id, url, name, siteId });
