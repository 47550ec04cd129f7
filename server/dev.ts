import { createServer as createViteServer, type ViteDevServer } from 'vite';
import { readConfig } from './config.ts';
import type { SiteAssets } from './site/server/assets.ts';
import type { Running } from './start.ts';

// npm run dev: the same server, with its sources loaded through Vite. A change of the site or the admin is shown at
// once by hot reload; after a change of the server, the server is created anew.

const REACT_REFRESH = `import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;`;

const developmentAssets = (entry: string, css: string): SiteAssets => ({
  entry,
  css: [`${css}?direct`],
  print: [],
  preloads: [],
  fonts: [],
  head: [REACT_REFRESH, "import '/@vite/client';"],
});
const assets = {
  site: {
    ...developmentAssets('/server/site/browser/enhancer.ts', '/server/site/styles.css'),
    print: ['/server/site/print.css?direct'],
  },
  admin: developmentAssets('/server/admin/browser/main.tsx', '/server/admin/browser/styles.css'),
};

async function startOnce(vite: ViteDevServer): Promise<Running> {
  const config = readConfig(process.env);
  const { start } = (await vite.ssrLoadModule('/server/start.ts')) as typeof import('./start.ts');
  const running = await start(config, {
    site: {
      async render(input) {
        const entry = (await vite.ssrLoadModule(
          '/server/site/server/entry-server.tsx',
        )) as typeof import('./site/server/entry-server.tsx');
        return entry.renderPage(input);
      },
      assets: async (entry = 'site') => assets[entry],
    },
    clientFolder: null,
    logger: { level: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL },
    development: { middleware: vite.middlewares },
  });
  console.log(`Ninefold (development) is at ${running.address}`);
  if (running.login)
    console.log(`Login: ${running.login.email} / ${running.login.madeUpPassword ?? '(ADMIN_PASSWORD)'}`);
  return running;
}

const vite = await createViteServer({ server: { middlewareMode: true }, appType: 'custom' });
let running: Running | null = await startOnce(vite);
let restart: NodeJS.Timeout | undefined;

vite.watcher.on('change', (file) => {
  const isServerOnly = /\/server\/(?!site\/|admin\/)|\/shared\/(contract|kernel|content|workflow)\//.test(
    file.replaceAll('\\', '/'),
  );
  if (!isServerOnly || file.endsWith('.test.ts')) return;
  clearTimeout(restart);
  restart = setTimeout(async () => {
    await running?.stop();
    running = null;
    try {
      running = await startOnce(vite);
    } catch (error) {
      console.error(error);
    }
  }, 150);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await running?.stop();
    await vite.close();
    process.exit(0);
  });
}
