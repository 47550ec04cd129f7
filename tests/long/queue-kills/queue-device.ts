import {
  isBusy,
  openPostSession,
  type SessionPorts,
  sendSave,
  storedPost,
  systemTimers,
} from '#shared/admin/editor/index.ts';
import type { WindowLocks } from '#shared/admin/ports.ts';
import { createApiClient } from '#shared/api-client/client.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';

/** The fate of its calls: with `off` they do not arrive, with `lossy` they arrive and their answers are lost. */
export type Network = 'on' | 'off' | 'lossy';

const never = () => new Promise<never>(() => undefined);

/** A computer that can be killed: its disk stays, and everything else that it was doing never ends. */
export type QueueDevice = ReturnType<typeof createQueueDevice>;

/** `send` makes a call of the server under its path. */
export function createQueueDevice(send: (path: string, init: RequestInit) => Promise<Response>, name: string) {
  const disk = createMemoryStore();
  /** `unanswered`: how many calls the server has left without an answer, or has asked to be made later. */
  const device = { network: 'on' as Network, now: Date.UTC(2026, 0, 1), unanswered: 0 };
  let life = 0;
  let unique = 0;

  /** What a killed program had begun neither continues nor is heard of. */
  const during =
    <Args extends unknown[], Answer>(mine: number, run: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      if (mine !== life) return never();
      try {
        const answer = await run(...args);
        return mine === life ? answer : await never();
      } catch (error) {
        if (mine !== life) return never();
        throw error;
      }
    };

  function storeOf(mine: number): DocumentStore {
    return {
      list: during(mine, disk.list),
      load: during(mine, disk.load),
      summaries: during(mine, disk.summaries),
      append: during(mine, disk.append),
      remove: during(mine, disk.remove),
      tombstones: during(mine, disk.tombstones),
      compact: during(mine, disk.compact),
      purge: during(mine, disk.purge),
    };
  }

  function start() {
    const mine = life;
    const held = new Set<string>();
    const locks: WindowLocks = {
      async tryHold(wanted) {
        if (held.has(wanted)) return null;
        const of = held.add(wanted);
        return { release: () => of.delete(wanted) };
      },
    };
    const fetch = during(mine, async (path: string, init: RequestInit) => {
      if (device.network === 'off') throw new TypeError('Failed to fetch');
      const response = await send(path, init).catch((error: unknown) => {
        device.unanswered += 1;
        throw error;
      });
      if (isBusy(response)) device.unanswered += 1;
      if (device.network === 'lossy') throw new TypeError('Failed to fetch');
      return response;
    });
    const api = createApiClient({ fetch });
    const current = async (id: number) => storedPost(await api.call(getPostById, { params: { id } }));
    const clock = { now: () => device.now };
    const uniqueId = () => {
      unique += 1;
      return `${name}-${unique}`;
    };
    const ports: SessionPorts = {
      ...{ store: storeOf(mine), locks, clock, timers: systemTimers, unique: uniqueId },
      openChannel: () => ({ post: () => undefined, listen: () => () => undefined, close: () => undefined }),
      send: (request) => sendSave(api, request),
      report: () => undefined,
      reload: (id) => current(id).catch(() => null),
    };
    return {
      ...{ api, current, ports, uniqueId },
      queue: { ...ports, api, uniqueId },
      open: (target: Parameters<typeof openPostSession>[1]) => openPostSession(ports, target),
    };
  }

  let program = start();
  return Object.assign(device, {
    disk,
    program: () => program,
    /** Kills the program and starts it again. */
    kill() {
      life += 1;
      program = start();
    },
  });
}
