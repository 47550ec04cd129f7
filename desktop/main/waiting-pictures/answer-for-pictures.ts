import type { z } from 'zod';
import { deleteImage, listImages, updateImage, uploadedImage } from '#shared/contract/images.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import type { ErrorBody } from '#shared/kernel/errors.ts';
import {
  waitingPictureAddress,
  waitingPictureAt,
  waitingPictureName,
  waitingPictureNamed,
} from '#shared/kernel/waiting-picture.ts';
import type { PictureFile, WaitingPicture } from './picture-file.ts';

const UPLOADS = '/uploads/';
/** `/api/images/NAME`: the library's calls of one picture. */
const OF_ONE = new RegExp(`^${listImages.path}/([^/]+)$`);

/** The answers to what the page asks of pictures that wait. */
export interface PictureAnswers {
  /**
   * Null where an address names none of them. Else the answer of this computer: the file, what the library says of it, or
   * that there is none; `elsewhere`: the address at which the server is asked instead.
   */
  answer(request: Request, address: URL): Promise<Response | { elsewhere: string } | null>;
}

export function createPictureAnswers(pictures: PictureFile, onChanged: () => void): PictureAnswers {
  function file(id: string): Response | { elsewhere: string } {
    const picture = pictures.find(id);
    if (picture?.url) return { elsewhere: picture.url };
    const body = picture && pictures.body(id);
    return body ? new Response(body, { headers: { 'content-type': picture.type } }) : missing();
  }
  /** A list of names that are asked for: what waits is no business of the server's. */
  function listed(names: readonly string[], search: URLSearchParams): Response | { elsewhere: string } {
    const others = names.filter((name) => waitingPictureNamed(name) === null);
    if (others.length > 0) {
      const asked = new URLSearchParams(search);
      asked.set('names', others.join(','));
      return { elsewhere: `${listImages.path}?${asked}` };
    }
    const found = names.flatMap((name) => pictures.find(waitingPictureNamed(name) ?? '') ?? []);
    return json(200, found.map(imageOf), { 'x-total-count': String(found.length) });
  }
  async function ofOne(request: Request, id: string): Promise<Response | { elsewhere: string }> {
    const picture = pictures.find(id);
    if (picture === null) return missing();
    if (picture.url)
      return { elsewhere: `${listImages.path}/${encodeURIComponent(picture.url.slice(UPLOADS.length))}` };
    try {
      const refused = await change(request, id);
      if (refused) return refused;
    } catch (error) {
      return notWritten(error, 'the picture is as it was');
    }
    onChanged();
    if (request.method === deleteImage.method) return new Response(null, { status: deleteImage.status });
    const changed = pictures.find(id);
    return changed ? json(200, imageOf(changed)) : missing();
  }
  /** Does what is asked with one; the answer where that is nothing we do. Throws what the disk says. */
  async function change(request: Request, id: string): Promise<Response | null> {
    if (request.method === updateImage.method) {
      const words = updateImage.body.safeParse(await request.json().catch(() => null)).data;
      if (!words) return refusal(400, { code: 'invalid_input', message: 'This cannot be said of a picture.' });
      const { title, alt, focus } = words;
      pictures.describe(id, {
        ...(title !== undefined && { title }),
        ...(alt !== undefined && { alt }),
        ...(focus !== undefined && { focus }),
      });
    } else if (request.method === deleteImage.method) pictures.remove(id);
    else return missing();
    return null;
  }

  return {
    async answer(request, address) {
      const { pathname, searchParams } = address;
      if (pathname.startsWith(UPLOADS)) {
        const id = waitingPictureAt(pathname);
        return id === null ? null : request.method === 'GET' ? file(id) : missing();
      }
      const names = searchParams.get('names')?.split(',') ?? [];
      if (pathname === listImages.path && names.some((name) => waitingPictureNamed(name) !== null))
        return listed(names, searchParams);
      const id = waitingPictureNamed(decoded(OF_ONE.exec(pathname)?.[1] ?? ''));
      return id === null ? null : ofOne(request, id);
    },
  };
}

/** A picture that waits as the library would have it. Its size in pixels is not known before the server has read it. */
export function imageOf(picture: WaitingPicture): z.output<typeof uploadedImage> {
  const { id, seq, name, size, title, alt, focus, createdAt } = picture;
  const url = waitingPictureAddress(id);
  return uploadedImage.parse({
    // No number of the server's.
    id: -seq,
    filename: waitingPictureName(id),
    url,
    imageUrl: url,
    created: new Date(createdAt).toISOString(),
    ...{ size, width: 0, height: 0, usedBy: [], name, focus, thumbnail: url },
    metadata: { title, alt },
  });
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

/** As the server refuses. */
export const refusal = (status: number, body: ErrorBody) => json(status, body);

/** The answer where this computer cannot write; `so` says what is the case then. */
export function notWritten(error: unknown, so: string): Response {
  const why = isDiskFull(error) ? 'The disk of this computer is full' : 'This computer could not write it down';
  return refusal(507, { code: 'storage_full', message: `${why}: ${so}. Try again once that is mended.` });
}

const missing = () => refusal(404, { code: 'not_found', message: 'This picture is not on this computer.' });

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
