import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import { readConfig } from './config.ts';
import { createRenderEveryPage, type RenderEveryPageOptions } from './http/pages/render-every-page.ts';
import type { SiteRenderer } from './http/pages/render-page.ts';
import { NOW } from './repositories/blog-fixture.ts';
import type { RenderEveryPage } from './services/backup/prove-backup.ts';
import { writeBackup } from './services/backup/write-backup.ts';
import { renderPage } from './site/server/entry-server.tsx';
import { createTestApp, fakeAssets, type TestApp } from './test-app.ts';

export const clock = { now: () => NOW };

/** Renders every page with the site's own renderer, or with a broken one. */
export function renderAll({
  render = renderPage,
  ...watching
}: Partial<Pick<SiteRenderer, 'render'>> & Pick<RenderEveryPageOptions, 'onPage'> = {}): RenderEveryPage {
  const config = readConfig({ SITE_URL: 'http://site.test' }, tmpdir());
  return createRenderEveryPage({ config, clock, site: { render, assets: async () => fakeAssets }, ...watching });
}

/** Creates a folder that is removed at the end of the test. */
export function passingFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a picture of one colour, as a file's bytes. */
export function picture(background = '#c0392b'): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
}

interface BackedUpSite {
  app: TestApp;
  /** A folder next to the site's. */
  folder: string;
  file: string;
}

/** Creates a small site with two posts and a picture. The caller must close it. */
export async function smallSite(): Promise<TestApp> {
  const app = await createTestApp({
    posts: [
      { slug: 'tea', title: 'Tea' },
      { slug: 'soup', title: 'Soup' },
    ],
  });
  await app.services.images.add(await picture());
  return app;
}

/** Creates the small site for the duration of the test, and a backup of it. */
export async function backedUpSite(): Promise<BackedUpSite> {
  const app = await smallSite();
  onTestFinished(() => app.close());
  const folder = passingFolder();
  const file = path.join(folder, 'site.tar');
  await writeBackup({ dataDir: app.folder, file, clock, program: '1.2.3' });
  return { app, folder, file };
}

/**
 * Returns every file in a folder with its bytes, except for locks and the files that SQLite keeps beside the database.
 */
export function filesIn(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const wanted = names.filter(
    (name) => statSync(path.join(folder, name)).isFile() && !/\.lock$|-(wal|shm)$/.test(name),
  );
  return new Map(wanted.toSorted().map((name) => [name, readFileSync(path.join(folder, name))]));
}
