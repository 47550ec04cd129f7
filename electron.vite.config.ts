import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { defaultClientConditions, type Plugin } from 'vite';
import { productionRouter } from './scripts/production-router.ts';
import { sheetsByScript } from './scripts/sheets-by-script.ts';
import { ipcChannels, ipcEvents } from './shared/contract/ipc.ts';

const at = (file: string) => path.resolve(import.meta.dirname, file);

/** The page has addresses of several parts ("/admin/login"), and electron-vite names its files from beside the page. */
const fromTheRoot: Plugin = { name: 'ninefold-from-the-root', enforce: 'post', config: () => ({ base: '/' }) };

// The desktop app's three bundles, in out/. The preload runs in Electron's sandbox: one CommonJS file with nothing left
// to import. Main leaves one package outside, for its native part; the app that is shipped carries no other.
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      rolldownOptions: {
        input: at('desktop/main/main.ts'),
        external: ['better-sqlite3'],
        output: {
          format: 'es',
          entryFileNames: 'main.js',
          // It is read as a whole at each start. Names stay: the log has them.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    // Of the table of channels the preload needs the names alone.
    define: {
      IPC_CHANNELS: JSON.stringify(Object.keys(ipcChannels)),
      IPC_EVENTS: JSON.stringify(Object.keys(ipcEvents)),
    },
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: at('desktop/preload/preload.ts'),
        output: { format: 'cjs', entryFileNames: 'preload.cjs' },
      },
    },
  },
  renderer: {
    root: at('desktop/renderer'),
    plugins: [react(), tailwindcss(), productionRouter(), sheetsByScript(), fromTheRoot],
    // As in the browser's build: the preview's worker has no document to ask.
    resolve: { conditions: ['worker', ...defaultClientConditions] },
    build: {
      outDir: at('out/renderer'),
      minify: true,
      // Read from the disk: one file more or less is not felt.
      chunkSizeWarningLimit: 2000,
      // The page's policy takes no font or script out of an address.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: at('desktop/renderer/index.html'),
        // What a room's door names is loaded with whoever uses it, and not with everybody who comes through the door.
        // Forty small files would each be a request to main, before the first picture.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
        treeshake: {
          moduleSideEffects: [{ test: /[\\/]shared[\\/](?!admin-host[\\/]before-all).*\.tsx?$/, sideEffects: false }],
        },
      },
    },
  },
});
