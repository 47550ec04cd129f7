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
/** `/api/images/NAME`: the calls for one picture of the library. */
const OF_ONE = new RegExp(`^${listImages.path}/([^/]+)$`);

/** Answers the page's requests about waiting pictures. */
export interface PictureAnswers {
  /**
   * Returns null when the address names no waiting picture. Otherwise returns this computer's answer: the file, its
   * entry in the library, or 404; or `elsewhere`, the address to request from the server instead.
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
  /** Answers a request for a list of names. Names of waiting pictures are not sent to the server. */
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
  /**
   * Applies a request to one picture. Returns the answer when the request is refused; null when it was applied. Throws
   * the errors of the disk.
   */
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

/**
 * Returns a waiting picture in the form of the library. Its size in pixels is unknown before the server has read it.
 */
export function imageOf(picture: WaitingPicture): z.output<typeof uploadedImage> {
  const { id, seq, name, size, title, alt, focus, createdAt } = picture;
  const url = waitingPictureAddress(id);
  return uploadedImage.parse({
    // A number that the server never uses.
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

/** Refuses in the same form as the server. */
export const refusal = (status: number, body: ErrorBody) => json(status, body);

/** Returns the answer when this computer cannot write; `so` describes the resulting state. */
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
