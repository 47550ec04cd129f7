import { mkdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const FOREVER = 'public, max-age=31536000, immutable';
const A_WEEK = 'public, max-age=604800';

/** Files: the built browser code (hashed names), what lies at the site's root (icons), and uploaded pictures. */
export async function addFiles(
  app: FastifyInstance,
  { dataFolder, clientFolder }: { dataFolder: string; clientFolder: string | null },
): Promise<void> {
  const uploads = path.join(dataFolder, 'uploads');
  mkdirSync(uploads, { recursive: true });
  const common = { decorateReply: false, index: false as const, dotfiles: 'deny' as const, cacheControl: false };
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      ...common,
      root: uploads,
      prefix: '/uploads/',
      setHeaders: (reply) => {
        reply.header('cache-control', FOREVER);
        // A picture is shown, never run: not even when an old browser misjudges it.
        reply.header('content-security-policy', "default-src 'none'; sandbox");
      },
    });
    if (clientFolder === null) return;
    await scope.register(fastifyStatic, {
      ...common,
      root: path.join(clientFolder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      setHeaders: (reply) => reply.header('cache-control', FOREVER),
    });
  });
  if (clientFolder === null) return;
  await app.register(fastifyStatic, {
    ...common,
    root: clientFolder,
    prefix: '/',
    wildcard: false,
    globIgnore: ['assets/**', '**/.*', '**/*.{br,gz}', '.vite/**', '**/*.html'],
    setHeaders: (reply) => reply.header('cache-control', A_WEEK),
  });
}
