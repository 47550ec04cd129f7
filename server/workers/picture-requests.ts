import type { EncodedPicture, EncodeOptions } from '#server/adapters/picture-encoding.ts';
import type { ShareCard } from '#server/site/share-card.ts';

/** Draws a share card into a file. */
interface CardRequest {
  what: 'card';
  card: ShareCard;
  /** An absolute path, like all paths in this file. */
  file: string;
}

/**
 * Makes the AVIF of one width of a picture from its upload, in addition to the WebP of that width. If the AVIF would be
 * no smaller, the file is left empty as a sign of that.
 */
interface AvifRequest {
  what: 'avif';
  original: string;
  webp: string;
  width: number;
  file: string;
}

/**
 * Makes the widest copy of a picture from its upload, marked like the given WebP. If the upload has too few pixels, the
 * file is left empty as a sign of that.
 */
interface WidestRequest {
  what: 'widest';
  original: string;
  webp: string;
  file: string;
}

/** A request to the process for pictures. */
export type PictureRequest = CardRequest | AvifRequest | WidestRequest;

/** Checks an upload, and makes every file that is served of it. */
export interface UploadRequest {
  what: 'upload';
  bytes: Buffer;
  id: string;
  options: EncodeOptions;
}

/** The answer of the process. */
export type PictureAnswer =
  /** The request is done; `made` holds the files of an upload. */
  | { made: EncodedPicture | null }
  /** The upload is refused, in words for its sender. */
  | { refusal: string }
  /** The request failed; with the code of the system's error where there is one. */
  | { fault: { message: string; code?: string } };
