import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (file: string) => path.resolve(import.meta.dirname, file);

// The desktop app's three bundles, in out/. The preload runs in Electron's sandbox: one CommonJS file with nothing left
// to import.
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      rolldownOptions: { input: at('desktop/main/main.ts'), output: { format: 'es', entryFileNames: 'main.js' } },
    },
  },
  preload: {
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
    plugins: [react(), tailwindcss()],
    build: { outDir: at('out/renderer'), rolldownOptions: { input: at('desktop/renderer/index.html') } },
  },
});
