import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { defaultClientConditions, type Plugin } from 'vite';
import { productionRouter } from './scripts/production-router.ts';
import { sheetsByScript } from './scripts/sheets-by-script.ts';
import { ipcChannels, ipcEvents } from './shared/contract/ipc.ts';

const at = (file: string) => path.resolve(import.meta.dirname, file);

/**
 * The page has addresses of several parts ("/admin/login"), while electron-vite names its files relative to the page.
 */
const fromTheRoot: Plugin = { name: 'ninefold-from-the-root', enforce: 'post', config: () => ({ base: '/' }) };

// The desktop app's three bundles, in out/. The preload runs in Electron's sandbox: one CommonJS file without any
// imports. Main leaves one package outside, because of its native part; the shipped app contains no other.
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
          // The whole file is read at each start. Names stay, because the log contains them.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    // The preload needs only the names of the table of channels.
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
    // As in the browser's build: the preview's worker has no document.
    resolve: { conditions: ['worker', ...defaultClientConditions] },
    build: {
      outDir: at('out/renderer'),
      minify: true,
      // Read from the disk: one more or larger file makes no noticeable difference.
      chunkSizeWarningLimit: 2000,
      // The page's policy allows no font or script in a data address.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: at('desktop/renderer/index.html'),
        // A module that a folder's index names is loaded only with the code that uses it, not with everything that
        // imports the index. Forty small files would each be a request to main, before the first drawing.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
        treeshake: {
          moduleSideEffects: [{ test: /[\\/]shared[\\/](?!admin-host[\\/]before-all).*\.tsx?$/, sideEffects: false }],
        },
      },
    },
  },
});
