import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '#shared/kernel/errors.ts';
import { NOT_A_PICTURE, PICTURE_DAMAGED, PICTURE_TYPES } from '#shared/kernel/picture-types.ts';
import { DEFAULT_THEME } from '#shared/kernel/themes.ts';
import { withoutExtras } from './png-chunks.ts';
import { FALLBACK_WIDTH, type StoredPicture, WIDEST_COPY } from './stored-picture.ts';

/** Widths of the WebP copies in pixels; a smaller picture gets fewer and is never enlarged. */
const WIDTHS = [480, 960, FALLBACK_WIDTH, WIDEST_COPY] as const;
const WEBP = { quality: 78 } as const;
const MAX_PIXELS = 60_000_000;
const MAX_FRAMES = 200;
/**
 * The largest side in pixels. Decoders hold whole rows: one row of 59 million pixels takes 875 MB, one of this length a
 * few hundred KB.
 */
const MAX_SIDE = 32_767;
/** The largest side of a WebP copy in pixels, a limit of the format. */
const MAX_WEBP_SIDE = 16_383;
/** Seconds that making one file may take; one of 60 megapixels takes three. */
const MAX_SECONDS = 60;
/** The size that social networks ask for. */
const SHARE_SIZE = { width: 1200, height: 630 } as const;

// An upload is read once: the library's cache of it would never be used again.
sharp.cache(false);

const refused = (message: string) => new AppError('picture_refused', { message });

async function inspect(
  bytes: Buffer,
): Promise<{ extension: string; isAnimated: boolean; width: number; height: number }> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !PICTURE_TYPES.has(type.mime)) throw refused(NOT_A_PICTURE);
  const metadata = await sharp(bytes, { limitInputPixels: false, animated: true })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('picture_refused', { message: PICTURE_DAMAGED, cause });
    });
  const pages = metadata.pages ?? 1;
  const width = metadata.autoOrient.width;
  const height = metadata.pageHeight ?? metadata.autoOrient.height;
  if (pages > MAX_FRAMES) throw refused(`This animation has ${pages} frames; ${MAX_FRAMES} is the most we take.`);
  const longest = Math.max(width, height);
  if (longest > MAX_SIDE)
    throw refused(`One side of this picture has ${longest} pixels; ${MAX_SIDE} is the most we take.`);
  if (height * Math.min(1, FALLBACK_WIDTH / width) > MAX_WEBP_SIDE)
    throw refused('This picture is too tall for its width. Cut it into parts and try again.');
  if (width * height * pages > MAX_PIXELS)
    throw refused('This picture has more than 60 megapixels. Make it smaller and try again.');
  return { extension: type.ext, isAnimated: pages > 1, width, height };
}

/**
 * Returns the widths of the copies of a picture: those for which it has enough pixels, and that are not too tall for a
 * WebP.
 */
function widthsFor({ width, height, isAnimated }: { width: number; height: number; isAnimated: boolean }): number[] {
  const widest = Math.min(width, isAnimated ? FALLBACK_WIDTH : WIDEST_COPY);
  const smaller = WIDTHS.filter((candidate) => candidate < widest);
  return [...smaller, widest].filter((each) => each <= FALLBACK_WIDTH || (height * each) / width <= MAX_WEBP_SIDE);
}

/** A file to be written. */
export interface OutputFile {
  name: string;
  bytes: Buffer;
}

export interface EncodeOptions {
  /** Whether a model has made the picture; the picture may also say so itself. False when absent. */
  isAiMade?: boolean;
}

/** The files made from an upload. */
export interface EncodedPicture {
  files: OutputFile[];
  picture: Omit<StoredPicture, 'originalFilename'>;
  /** The file ending of the upload, by its content: "png". */
  extension: string;
}

/** {@link encodePicture}, or a function that lets another process do it. */
export type EncodePicture = typeof encodePicture;

/** Opens an upload for its pixels, upright; `bytes` must lack everything that a decoder does not need. */
function openUpload(bytes: Buffer, { isAnimated }: { isAnimated: boolean }): Sharp {
  return sharp(bytes, { animated: isAnimated, limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient();
}

/**
 * Checks a picture by its content and makes every file that we serve of it. `id` is the beginning of their names. No
 * metadata of the picture is kept, except the mark that a model has made it: when the picture has that mark, or
 * `isAiMade` is set.
 * @throws AppError `picture_refused` with the reason; the codec's own error for a damaged picture.
 */
export async function encodePicture(
  original: Buffer,
  id: string,
  { isAiMade = false }: EncodeOptions = {},
): Promise<EncodedPicture> {
  const bytes = withoutExtras(original);
  const { extension, isAnimated, width, height } = await inspect(bytes);
  const mark = markFor(isAiMade || saysAiMade(original));
  const open = () => mark(openUpload(bytes, { isAnimated }));
  const { hasAlpha } = await sharp(bytes).metadata();
  const largest = Math.min(width, FALLBACK_WIDTH);
  const fallback = open().resize({ width: largest, withoutEnlargement: true });
  const [fallbackExtension, encoded] = isAnimated
    ? (['gif', fallback.gif()] as const)
    : hasAlpha
      ? (['png', fallback.png({ compressionLevel: 9, palette: false })] as const)
      : (['jpg', fallback.jpeg({ quality: 82, mozjpeg: true })] as const);
  const filename = `${id}.${fallbackExtension}`;
  const body = await encoded.toBuffer({ resolveWithObject: true });
  const files: OutputFile[] = [{ name: filename, bytes: body.data }];
  const sources: string[] = [];
  for (const target of widthsFor({ width, height, isAnimated })) {
    const name = `${id}-${target}.webp`;
    files.push({
      name,
      bytes: await open().resize({ width: target, withoutEnlargement: true }).webp(WEBP).toBuffer(),
    });
    sources.push(`/uploads/${name} ${target}w`);
  }
  const shareFilename = `${id}-share.jpg`;
  const share = mark(sharp(bytes, { limitInputPixels: MAX_PIXELS }))
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .flatten({ background: DEFAULT_THEME.paper });
  files.push({
    name: shareFilename,
    bytes: await share
      .resize({ ...SHARE_SIZE, fit: 'cover' })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer(),
  });
  return {
    files,
    extension,
    picture: {
      filename,
      width: largest,
      height: Math.max(1, Math.round((height * largest) / width)),
      size: body.data.length,
      srcset: sources.join(', '),
      shareFilename,
    },
  };
}

const markFor = (isAiMade: boolean) => (image: Sharp) => (isAiMade ? image.withXmp(AI_MADE_XMP) : image);

/**
 * Makes the AVIF of one width of a picture that was stored earlier, marked like its WebP; null for an animation, which
 * cannot be made as AVIF here. At this quality the AVIF looks like the WebP, and has two thirds of its size.
 */
export async function encodeAvif(
  original: Buffer,
  { webp, width }: { webp: Buffer; width: number },
): Promise<Buffer | null> {
  const { pages = 1, xmp } = await sharp(webp).metadata();
  if (pages > 1) return null;
  const mark = markFor(xmp !== undefined && saysAiMade(xmp));
  return mark(openUpload(withoutExtras(original), { isAnimated: false }))
    .resize({ width, withoutEnlargement: true })
    .avif({ quality: 55, effort: 3, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

/**
 * Makes the widest copy of a picture that was stored before this width existed, marked like its WebP; null when the
 * picture has too few pixels.
 */
export async function encodeWidest(original: Buffer, webp: Buffer): Promise<Buffer | null> {
  const { xmp } = await sharp(webp).metadata();
  const bytes = withoutExtras(original);
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!widthsFor({ ...autoOrient, isAnimated: false }).includes(WIDEST_COPY)) return null;
  const mark = markFor(xmp !== undefined && saysAiMade(xmp));
  return mark(openUpload(bytes, { isAnimated: false }))
    .resize({ width: WIDEST_COPY })
    .webp(WEBP)
    .toBuffer();
}

/** IPTC's term for a picture that a trained model has made: https://cv.iptc.org/newscodes/digitalsourcetype/ */
const AI_MADE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/** The mark of such a picture: search engines and networks read it, and tell people who look at the picture. */
export const AI_MADE_XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${AI_MADE}"/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;

/**
 * Whether a picture's bytes say that a model has made it. Both formats for this, XMP and C2PA, contain the term in
 * plain text.
 */
export function saysAiMade(bytes: Buffer): boolean {
  return bytes.includes(AI_MADE);
}
