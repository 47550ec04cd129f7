import type { EncodedPicture, EncodeOptions } from '#server/adapters/picture-encoding.ts';
import type { ShareCard } from '#server/site/share-card.ts';

/** Draw a share card into a file. */
interface CardRequest {
  what: 'card';
  card: ShareCard;
  /** Absolute path, as all here. */
  file: string;
}

/**
 * Make the AVIF of one width of a picture from its upload, beside the WebP of that width. Where it would be no smaller the
 * file is left empty, which says so.
 */
interface AvifRequest {
  what: 'avif';
  original: string;
  webp: string;
  width: number;
  file: string;
}

/**
 * Make the widest copy of a picture from its upload, marked as the WebP given is. Where it has not so many pixels the file is
 * left empty, which says so.
 */
interface WidestRequest {
  what: 'widest';
  original: string;
  webp: string;
  file: string;
}

/** What the process for pictures is asked to make. */
export type PictureRequest = CardRequest | AvifRequest | WidestRequest;

/** Check an upload, and make every file that is served of it. */
export interface UploadRequest {
  what: 'upload';
  bytes: Buffer;
  id: string;
  options: EncodeOptions;
}

/** What it answers. */
export type PictureAnswer =
  /** Done; what was made of an upload. */
  | { made: EncodedPicture | null }
  /** Refused, in words for who has sent it. */
  | { refusal: string }
  /** What went wrong, with the code of the system's error where it has one. */
  | { fault: { message: string; code?: string } };
