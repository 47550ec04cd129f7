import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { productionRouter } from './scripts/production-router.ts';
import { sheetsByScript } from './scripts/sheets-by-script.ts';

/**
 * Compresses the browser's text files once, at build time, so that the server only picks the file that a browser
 * accepts.
 */
function compressAssets(): Plugin {
  return {
    name: 'ninefold-compress-assets',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '' }) {
      const folder = path.join(dir, 'assets');
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = path.join(folder, name);
          const body = await readFile(file);
          await Promise.all([
            promisify(brotliCompress)(body).then((packed) => writeFile(`${file}.br`, packed)),
            promisify(gzip)(body, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
          ]);
        }),
      );
    },
  };
}

/** Gives browsers a preload helper a third as large as Vite's: it is part of what readers' pages load at once. */
function smallPreload(): Plugin {
  return {
    name: 'ninefold-small-preload',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) =>
      source.endsWith('vite/preload-helper.js') ? path.resolve('server/site/browser/enhancer/small-preload.ts') : null,
  };
}

/** Packages of many small modules without binaries: bundled, the server starts in half the time (decision 1). */
const BUNDLED = [
  /^(kysely|zod|lucide-react|radix-ui|lowlight|highlight\.js|yaml|feed|lru-cache|property-information|entities)$/,
  /^(micromark|mdast|hast|unist|estree|html|space-separated|comma-separated|character|parse5|vfile|hastscript)/,
  /^@(radix-ui|floating-ui)\//,
];

/**
 * The packages that the server loads from node_modules: those named in package.json. Their own dependencies lie where
 * npm puts them, which may be another place, or another version, after the next install. Dependencies that bundled code
 * needs are bundled too.
 */
const LOADED = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies).filter(
  (name) => !BUNDLED.some((pattern) => pattern.test(name)),
);

/**
 * The modules that readers' pages load at once, in one file: otherwise each part that the admin or React uses too would
 * become its own file.
 */
const ENHANCER =
  /server[\\/]site[\\/](element-ids|browser[\\/](enhancer[\\/]|embeds[\\/]embed-|press-script|view-script))|shared[\\/](kernel[\\/]themes|ui[\\/]apply-theme)\.ts/;

/**
 * The modules with which readers' pages and the admin call the API and show HTML: small files that are always loaded
 * together.
 */
const CALLS =
  /shared[\\/](api-client[\\/](caller|call-errors|parse-paging|request)|kernel[\\/](fingerprint|picture-focus|trusted-policy)|ui[\\/]html-policy)\.ts/;

/**
 * The modules that several screens share, in one file too. The modules for embeds and comforts are not included,
 * because they are loaded without React.
 */
const PARTS =
  /server[\\/]site[\\/]((?!browser[\\/]|published[\\/])|browser[\\/](lazy-import|page-caller|readers-calls)\.ts)|shared[\\/]kernel[\\/]topic-text\.ts/;

/** The modules that only the search of a published site needs. */
const PUBLISHED =
  /server[\\/]site[\\/](browser[\\/])?published[\\/](?!published-search)|shared[\\/]content[\\/]search[\\/]/;

// One `vite build --app` makes both halves: the browser's (dist/client, hashed, with a manifest) and the server's
// (dist/server). Other node modules stay outside the server bundle and are loaded from node_modules.
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), compressAssets(), productionRouter(), smallPreload(), sheetsByScript()],
  builder: {},
  // The size of the browser's files is limited by `npm run size`; the server's files may be large.
  build: { chunkSizeWarningLimit: 2000 },
  publicDir: 'server/site/public',
  environments: {
    client: {
      // The admin's preview runs in a worker, where the browser variant of a package might need a document.
      resolve: { conditions: ['worker', ...defaultClientConditions] },
      build: {
        outDir: 'dist/client',
        manifest: true,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: {
            site: 'server/site/browser/enhancer.ts',
            print: 'server/site/print.css',
            'published-search': 'server/site/browser/published/published-search.ts',
            admin: 'server/admin/browser/main.tsx',
          },
          // Modules that both halves of the site need and that seldom change: together they compress 600 bytes smaller
          // than file by file.
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                { name: 'enhancer', test: ENHANCER },
                { name: 'calls', test: CALLS },
                { name: 'published', test: PUBLISHED },
                { name: 'parts', test: PARTS, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: command === 'build' ? { noExternal: true, external: LOADED } : {},
      build: {
        ssr: true,
        target: 'node24',
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: 'server/main.ts',
            'workers/checkpoints': 'server/workers/checkpoints.ts',
            'workers/drafts': 'server/workers/drafts.ts',
            'workers/judge': 'server/workers/judge.ts',
            'workers/markdown': 'server/workers/markdown.ts',
            'workers/pictures': 'server/workers/pictures.ts',
            'workers/publication': 'server/workers/publication.ts',
            'workers/search': 'server/workers/search.ts',
            'workers/tokens': 'server/workers/tokens.ts',
            'workers/updates': 'server/workers/updates.ts',
            'workers/writes': 'server/workers/writes.ts',
            'cli/import': 'server/cli/import.ts',
            'cli/export': 'server/cli/export.ts',
            'cli/make-publication': 'server/cli/make-publication.ts',
            'cli/mcp': 'server/cli/mcp.ts',
            'cli/reset-password': 'server/cli/reset-password.ts',
            'cli/backup': 'server/cli/backup.ts',
            'cli/restore': 'server/cli/restore.ts',
            'cli/blobs-move': 'server/cli/blobs-move.ts',
            'cli/publish': 'server/cli/publish.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
}));
