/** The largest width in pixels of the file for browsers without `srcset`, and of animations. */
export const FALLBACK_WIDTH = 1600;
/**
 * The width in pixels of the widest copy: the picture above a post needs it to be sharp on screens with two dots per
 * CSS pixel (`server/site/components/post-page/post-picture.tsx`).
 */
export const WIDEST_COPY = 2400;

/** A picture as stored. Sizes are in pixels and bytes, and `srcset` is ready for the attribute. */
export interface StoredPicture {
  filename: string;
  width: number;
  height: number;
  /** The size of the fallback file in bytes. */
  size: number;
  srcset: string;
  /** The JPEG of 1200 × 630 for share previews. */
  shareFilename: string;
  originalFilename: string;
}

/** A copy of a picture in another width: the name of its file under `/uploads/`, and its width in pixels. */
export interface PictureCopy {
  name: string;
  width: number;
}

/** Returns the copies that a stored picture's `srcset` names, in their order. */
export function pictureCopies(srcset: string): PictureCopy[] {
  return [...srcset.matchAll(/\/uploads\/(\S+) (\d+)w/g)].map(([, name = '', width]) => ({
    name,
    width: Number(width),
  }));
}
