/** Pixels of the file for browsers without `srcset`, at the most, and of animations. */
export const FALLBACK_WIDTH = 1600;
/**
 * Pixels of the widest copy: what the picture over a post takes to be sharp where two dots make a CSS pixel's side
 * (`server/site/components/post-page/post-picture.tsx`).
 */
export const WIDEST_COPY = 2400;

/** A picture as stored. Sizes in pixels and bytes, `srcset` ready for the attribute. */
export interface StoredPicture {
  filename: string;
  width: number;
  height: number;
  /** Bytes of the fallback file. */
  size: number;
  srcset: string;
  /** JPEG of 1200 × 630 for share previews. */
  shareFilename: string;
  originalFilename: string;
}

/** A copy of a picture in another width: the name of its file under `/uploads/`, its width in pixels. */
export interface PictureCopy {
  name: string;
  width: number;
}

/** The copies a stored picture's `srcset` names, in their order. */
export function pictureCopies(srcset: string): PictureCopy[] {
  return [...srcset.matchAll(/\/uploads\/(\S+) (\d+)w/g)].map(([, name = '', width]) => ({
    name,
    width: Number(width),
  }));
}
