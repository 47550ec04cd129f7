import type { FastifyInstance } from 'fastify';
import {
  compareWorkspace,
  pullUpdates,
  pushUpdates,
  type WorkspaceCursor,
  type WorkspaceUpdate,
} from '#shared/contract/workspace.ts';
import { SITE_ID, type TestApp } from './test-app.ts';
import { ask, refused } from './test-call.ts';
import { openWriter } from './test-workspace.ts';

/** For tests: the calls of a device to the server, each checked against the contract. */
export function workspaceCalls(app: () => TestApp, cookie: () => string) {
  const http = (): FastifyInstance => app().http;
  const push = async (...updates: WorkspaceUpdate[]) => {
    const body = { siteId: SITE_ID, updates };
    return (await ask(http(), pushUpdates, { cookie: cookie(), body })).body.stored;
  };
  const pull = async (cursor: WorkspaceCursor | null = null, limit = 1000) =>
    (await ask(http(), pullUpdates, { cookie: cookie(), query: { ...cursor, limit } })).body;
  return {
    push,
    pull,
    refusedPush: (...updates: WorkspaceUpdate[]) =>
      refused(http(), pushUpdates, { cookie: cookie(), body: { siteId: SITE_ID, updates } }),
    refusedPull: (query: Record<string, string>) => refused(http(), pullUpdates, { cookie: cookie(), query }),
    compare: async (documents: { documentId: string; vector: string }[] = [], after?: string) => {
      const body = { documents, ...(after === undefined ? {} : { after }) };
      return (await ask(http(), compareWorkspace, { cookie: cookie(), body })).body;
    },
    /** Returns the text of a document as a device that had nothing reads it. */
    textOf: async (id = 'draft:one') => {
      const reader = openWriter(id);
      reader.take((await pull()).updates);
      return reader.text();
    },
  };
}
