import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { typeOfKey } from '#server/adapters/blobs/blob-key.ts';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { AVIF_FOLDER, avifKey, UPLOADS_FOLDER, uploadKey } from '#server/adapters/picture-files.ts';
import { pictureCopies } from '#server/adapters/stored-picture.ts';
import { type PictureFate, UPLOADS } from '#server/repositories/image-addresses.ts';
import { CLIENT_HEADER } from '#shared/contract/session.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { forOtherSites } from './security-headers.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const A_WEEK = 'public, max-age=604800';

interface FilesOptions {
  /** The fate of the picture whose files begin with these 24 hex digits; null for a picture that is served. */
  fateOf(id: string): Promise<PictureFate | null>;
  /** Whether a picture has a file of this name; called when the files are in a remote store. */
  hasFile(name: string): Promise<boolean>;
  blobs: SiteBlobs;
  clientFolder: string | null;
}

/** Files: the built browser code (hashed names), the files at the site's root (icons), and uploaded pictures. */
export async function addFiles(app: FastifyInstance, { clientFolder, ...pictures }: FilesOptions): Promise<void> {
  const common = { decorateReply: false, index: false as const, dotfiles: 'deny' as const, cacheControl: false };
  await app.register((scope) => addPictures(scope, pictures));
  await app.register(async (scope) => {
    if (clientFolder === null) return;
    await scope.register(fastifyStatic, {
      ...common,
      root: path.join(clientFolder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      // Nobody requests a part of these files, or asks whether they have changed; and each header has to arrive before
      // the first paint.
      acceptRanges: false,
      lastModified: false,
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
    setHeaders: (reply) => forOtherSites(reply).header('cache-control', A_WEEK),
  });
}

/**
 * A file of one of the site's own pictures: the name with which all files of the picture begin, and the part that tells
 * them apart.
 */
const OWN_FILE = /([0-9a-f]{24})((?:-\d+|-share)?\.[a-z]+)$/i;

/** The name of a file of the site's own pictures. */
const OWN_NAME = /^[0-9a-f]{24}(-\d+|-share)?\.[a-z]+$/;

/** The address of a WebP copy of the site's own pictures. Only these are also made as AVIF. */
const WEBP = /^\/uploads\/([0-9a-f]{24}-\d+)\.webp$/;

type PictureOptions = Omit<FilesOptions, 'clientFolder'>;

/**
 * The uploaded pictures. A file that was replaced redirects to the file that took its place; a picture in the bin is
 * only for the owner, who requests it with `?bin`. Under the address of a WebP, a browser that accepts AVIF gets the
 * AVIF file, if one was made and is smaller: then the file is not empty. From a remote store, copies are sent, and only
 * names that a picture has are requested of it, so that made-up names cost no request.
 */
async function addPictures(scope: FastifyInstance, options: PictureOptions): Promise<void> {
  const { blobs, hasFile } = options;
  const { folder } = blobs.store;
  const common = {
    index: false as const,
    dotfiles: 'deny' as const,
    cacheControl: false,
    setHeaders(reply: FastifyReply, file: string) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', FOREVER);
      forOtherSites(reply);
      // A picture is shown, never run: not even when an old browser misjudges its type.
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      if (/\.(webp|avif)$/.test(file)) reply.header('vary', 'accept');
    },
  };
  for (const name of [UPLOADS_FOLDER, AVIF_FOLDER]) mkdirSync(path.join(blobs.folder, name), { recursive: true });
  await scope.register(fastifyStatic, { ...common, root: path.join(blobs.folder, AVIF_FOLDER), serve: false });
  scope.addHook('onRequest', (request, reply) => answerForMissing(options, request, reply));
  scope.addHook('onRequest', async (request, reply) => {
    const name = WEBP.exec(request.url.split('?', 1)[0] ?? '')?.[1];
    if (name === undefined || !takesAvif(request.headers.accept)) return;
    if (folder === null && !(await hasFile(`${name}.webp`))) return;
    const file = await blobs.file(avifKey(`${name}.avif`)).catch(undefinedWithoutRoom);
    const info = file ? await stat(file).catch(() => null) : null;
    if (file && info !== null && info.size > 0) return sendPicture(reply, file);
  });
  if (folder !== null) {
    const root = path.join(folder, UPLOADS_FOLDER);
    await scope.register(fastifyStatic, { ...common, root, prefix: UPLOADS, decorateReply: false });
    return;
  }
  scope.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${UPLOADS}*`,
    async handler({ params: { '*': name } }, reply) {
      if (!OWN_NAME.test(name) || !(await hasFile(name))) throw new AppError('not_found');
      const key = uploadKey(name);
      const file = await blobs.file(key).catch(undefinedWithoutRoom);
      if (file === null) throw new AppError('not_found');
      if (file !== undefined) return sendPicture(reply, file);
      const read = await blobs.store.get(key);
      if (!read) throw new AppError('not_found');
      // The disk has no room for a copy: the file is streamed from the store.
      common.setHeaders(reply, name);
      return reply.type(typeOfKey(key)).header('content-length', read.head.size).send(read.body);
    },
  });
}

/** Returns undefined when a copy could not be made because this machine's disk is full; throws any other error. */
function undefinedWithoutRoom(error: unknown): undefined {
  if (isDiskFull(error)) return undefined;
  throw error;
}

/** Sends one of the site's own files, with the headers of a picture. */
function sendPicture(reply: FastifyReply, file: string): FastifyReply {
  return reply.sendFile(path.basename(file), path.dirname(file));
}

/** Whether AVIF is named explicitly; programs that do not know AVIF also send "image/*". */
function takesAvif(accept: string | undefined): boolean {
  return accept !== undefined && /\bimage\/avif\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accept);
}

/** Answers for a file that was replaced, or is in the bin; lets every other request pass. */
async function answerForMissing({ fateOf, blobs }: PictureOptions, request: FastifyRequest, reply: FastifyReply) {
  const { '*': address = '' } = request.params as { '*'?: string };
  const [, id = '', rest = ''] = OWN_FILE.exec(address) ?? [];
  const fate = id === '' ? null : await fateOf(id.toLowerCase());
  if (fate === null) return;
  const isForOwner = request.adminId !== null && Object.hasOwn(request.query as object, 'bin');
  // The owner may take the picture out again, or put another file in its place, so the answer must not be cached.
  reply.header('cache-control', 'no-store');
  if (isForOwner) return;
  if (fate.kind === 'binned') throw new AppError('not_found');
  const file = counterpart(fate, rest);
  // The app follows no redirect: Electron reveals the target of a redirect only after following it, with the owner's
  // cookie.
  if (request.headers[CLIENT_HEADER] === 'desktop') {
    const found = await blobs.file(uploadKey(file));
    if (found === null) throw new AppError('not_found');
    return sendPicture(reply, found);
  }
  return reply.redirect(UPLOADS + file, 302);
}

/**
 * The file that corresponds to `rest` of another picture: the copy of that width or of the next larger one, the share
 * picture, or the fallback.
 */
function counterpart(
  { filename, srcset, shareFilename }: { filename: string; srcset: string; shareFilename: string },
  rest: string,
) {
  if (rest.startsWith('-share')) return shareFilename;
  const wanted = Number(/^-(\d+)/.exec(rest)?.[1]);
  const copies = pictureCopies(srcset);
  const copy = Number.isNaN(wanted) ? undefined : (copies.find(({ width }) => width >= wanted) ?? copies.at(-1));
  return copy?.name ?? filename;
}
