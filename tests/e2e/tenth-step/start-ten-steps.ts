import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, defaultClientConditions } from 'vite';
import { projectRoot } from '#server/paths.ts';
import { storeShippedPrompts } from '#server/repositories/prompt-templates.ts';
import { type AiApp, startAiApp } from '#tests/ai-stub/ai-app.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { knownSteps, shippedSteps } from './known-steps.ts';

export interface TenStepSite extends AiApp {
  url: string;
  dataFolder: string;
}

/** Starts a site whose workflow has ten steps: server, admin and stand-in are the usual ones, with a different list. */
export async function startTenSteps(): Promise<TenStepSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ninefold-ten-steps-'));
  const stub = await startAiStub({ steps: knownSteps, wordsAtOnce: 20 });
  const entry = await buildAdmin(folder);
  const assets = { entry, css: [], print: [], preloads: [], fonts: [] };
  const ai = await startAiApp({ stub, steps: shippedSteps, client: { folder, assets } });
  await storeShippedPrompts(ai.app.database.db, shippedSteps, ai.app.clock.now());
  return {
    ...ai,
    url: ai.address,
    dataFolder: ai.app.folder,
    async close() {
      await ai.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Builds the admin with ten steps, without its styles, and returns the path of its entry. */
async function buildAdmin(outDir: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: projectRoot(),
    logLevel: 'error',
    publicDir: 'server/site/public',
    resolve: { conditions: ['worker', ...defaultClientConditions] },
    build: {
      outDir,
      minify: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: path.join(import.meta.dirname, 'admin.tsx') },
    },
  });
  const files = 'output' in built ? built.output : [];
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
  if (!entry) throw new Error('The admin with ten steps has no entry');
  return `/${entry.fileName}`;
}
