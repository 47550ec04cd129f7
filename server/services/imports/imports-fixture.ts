import path from 'node:path';
import { folderBlobs } from '#server/adapters/blobs/open-blobs.ts';
import { createPictureFiles } from '#server/adapters/picture-files.ts';
import { listAddresses } from '#server/repositories/imports/import-addresses.ts';
import { countChanges } from '#server/repositories/imports/import-changes.ts';
import { listItems } from '#server/repositories/imports/import-items.ts';
import { findImport, insertImport, updateImport } from '#server/repositories/imports/imports.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#server/test-app.ts';
import {
  type ImportItem,
  type ImportOptions,
  importOptions,
  type OldAddress,
  type SiteImport,
} from '#shared/contract/imports.ts';
import type { ImportSource, SourceItem, SourcePost, UnreadPost } from '../import/import-source.ts';
import { asSiteImport } from './as-site-import.ts';
import { askingRoutes } from './asking.ts';
import type { ImportParts } from './import-parts.ts';
import { workImport } from './work-import.ts';

/** For tests: a source with these posts and items. */
export function sourceOf(
  posts: (SourcePost | UnreadPost)[],
  items: SourceItem[] = [],
  more: Partial<ImportSource> = {},
): ImportSource {
  return {
    program: 'Ghost 6.2',
    siteUrl: 'https://old.example',
    async *posts() {
      yield* posts;
    },
    async *items() {
      yield* items;
    },
    findPicture: async () => ({ kind: 'none' }),
    manifest: null,
    close: async () => {},
    ...more,
  };
}

/** For tests: a post of a source, with its old address. */
export function sourcePost(sourceSlug: string, given: Partial<SourcePost> = {}): SourcePost {
  return {
    file: `post “${sourceSlug}”`,
    front: { title: `About ${sourceSlug}`, ...given.front },
    body: `Words about ${sourceSlug}.`,
    date: Date.UTC(2014, 2, 12),
    sourceSlug,
    lineOf: () => null,
    bodyLine: null,
    oldAddresses: [`/${sourceSlug}/`],
    ...given,
  };
}

/** For tests: the production app, and the dependencies of an import in it. */
export interface ImportsApp extends TestApp {
  parts: ImportParts;
  /** Whether the work that the service begins is done; false until a test sets it. */
  isWorking: boolean;
  /** Sets the source that is found at every path. */
  lay(source: ImportSource): void;
  /** Creates an import of that source and runs it; a fault of the import is recorded, not thrown. */
  run(options?: Partial<ImportOptions>): Promise<SiteImport>;
  plan(options?: Partial<ImportOptions>): Promise<SiteImport>;
  undo(id: number): Promise<SiteImport>;
  get(id: number): Promise<SiteImport>;
  items(id: number): Promise<ImportItem[]>;
  addresses(id: number): Promise<OldAddress[]>;
}

export async function openImportsApp(options: TestAppOptions = {}): Promise<ImportsApp> {
  let laid = sourceOf([]);
  let parts: ImportParts | undefined;
  const test = await createTestApp({
    workOnImport: async (id, signal) => {
      if (app.isWorking && parts) await workImport(parts, id, { signal });
      return true;
    },
    ...options,
  });
  const { db } = test.database;
  const { clock } = test;
  const origin = 'http://site.test';
  const made: ImportParts = {
    ...{ db, clock, origin },
    content: test.services.content,
    pictures: createPictureFiles(folderBlobs(test.folder)),
    destinations: test.destinations,
    ask: async (address) => {
      // A separate process would have reported its writes.
      test.cache.invalidate();
      return askingRoutes(test.http, origin)(address);
    },
    fetchPicture: async () => ({ reason: 'No picture is fetched in this test.' }),
    open: async () => laid,
  };
  parts = made;
  const get = async (id: number) => {
    const row = await findImport(db, id);
    if (!row) throw new Error(`There is no import ${id}`);
    return asSiteImport(row, clock.now(), await countChanges(db, id));
  };
  const begin = async (state: 'reading' | 'running', given: Partial<ImportOptions>) => {
    const chosen = importOptions.parse({ fallback: 'technology', ...given });
    const row = {
      state,
      name: 'old.zip',
      path: path.join(test.folder, 'old.zip'),
      is_upload: 0 as const,
      options: JSON.stringify(chosen),
    };
    const { id } = await insertImport(db, row, clock.now());
    await workImport(made, id).catch(() => undefined);
    return get(id);
  };
  const app: ImportsApp = {
    ...test,
    parts: made,
    isWorking: false,
    lay(source) {
      laid = source;
    },
    run: (given = {}) => begin('running', given),
    plan: (given = {}) => begin('reading', given),
    async undo(id) {
      await updateImport(db, id, { state: 'undoing' });
      await workImport(made, id);
      return get(id);
    },
    get,
    items: async (id) => (await listItems(db, id, { limit: 10_000, page: 1 })).items,
    addresses: async (id) => (await listAddresses(db, id, { limit: 10_000, page: 1 })).items,
  };
  return app;
}
