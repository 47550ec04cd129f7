import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// One `vite build --app` makes both halves: the browser's (dist/client, hashed, with a manifest) and the server's
// (dist/server). Node modules stay outside the server bundle and are loaded from node_modules.
export default defineConfig({
  plugins: [react(), tailwindcss()],
  builder: {},
  publicDir: 'server/site/public',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        emptyOutDir: true,
        rolldownOptions: { input: { site: 'server/site/entry-client.tsx' } },
      },
    },
    ssr: {
      build: {
        ssr: true,
        target: 'node24',
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: 'server/main.ts',
            'workers/markdown': 'server/workers/markdown.ts',
            'workers/search': 'server/workers/search.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
});
