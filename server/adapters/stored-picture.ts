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
