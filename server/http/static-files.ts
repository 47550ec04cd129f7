import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const FOREVER = 'public, max-age=31536000, immutable';
const A_WEEK = 'public, max-age=604800';

/** Files: the built browser code (hashed names), what lies at the site's root (icons), and uploaded pictures. */
export async function addFiles(
  app: FastifyInstance,
  { dataFolder, clientFolder }: { dataFolder: string; clientFolder: string | null },
): Promise<void> {
  const common = { decorateReply: false, index: false as const, dotfiles: 'deny' as const, cacheControl: false };
  await app.register((scope) => addPictures(scope, dataFolder));
  await app.register(async (scope) => {
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

/** Our WebP. Nothing else is made as AVIF. */
const WEBP = /^\/uploads\/([0-9a-f]{24}-\d+)\.webp$/;

/**
 * The uploaded pictures. Under the address of a WebP a browser that takes AVIF is given that, where it was made and is
 * smaller: the file then holds something.
 */
async function addPictures(scope: FastifyInstance, dataFolder: string): Promise<void> {
  const [uploads, avif] = [path.join(dataFolder, 'uploads'), path.join(dataFolder, 'avif')];
  for (const folder of [uploads, avif]) mkdirSync(folder, { recursive: true });
  const common = {
    index: false as const,
    dotfiles: 'deny' as const,
    cacheControl: false,
    setHeaders(reply: FastifyReply, file: string) {
      reply.header('cache-control', FOREVER);
      // A picture is shown, never run: not even when an old browser misjudges it.
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      if (/\.(webp|avif)$/.test(file)) reply.header('vary', 'accept');
    },
  };
  await scope.register(fastifyStatic, { ...common, root: avif, serve: false });
  scope.addHook('onRequest', async (request, reply) => {
    const name = WEBP.exec(request.url.split('?', 1)[0] ?? '')?.[1];
    if (name === undefined || !takesAvif(request.headers.accept)) return;
    const info = await stat(path.join(avif, `${name}.avif`)).catch(() => null);
    if (info !== null && info.size > 0) return reply.sendFile(`${name}.avif`);
  });
  await scope.register(fastifyStatic, { ...common, root: uploads, prefix: '/uploads/', decorateReply: false });
}

/** Whether AVIF is named; "image/*" is said by programs that have never heard of it. */
function takesAvif(accept: string | undefined): boolean {
  return accept !== undefined && /\bimage\/avif\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept);
}
