import type { Post } from '#shared/contract/posts/post.ts';

const OWN_PICTURE = /\/uploads\/([\w.-]+)/g;
/** The beginning that the names of all files of one picture share. */
const PICTURE_ID = /^[0-9a-f]{24}(?=[-.])/i;
const COPY_WIDTH = /-(\d+)\.webp$/;
/** The width in pixels that is enough to read by, and to stand in for the other widths. */
const WIDTH_KEPT = 960;

/** Returns the part of the name that all files of one picture share; for any other file, its whole name. */
export function pictureOfFile(filename: string): string {
  return PICTURE_ID.exec(filename)?.[0].toLowerCase() ?? filename;
}

/**
 * Returns one file of each picture of the site that a post shows: the file of 960 pixels, otherwise the next wider,
 * otherwise the widest.
 */
export function picturesOfPost({
  html,
  featuredImage,
  image,
}: Pick<Post, 'html' | 'featuredImage' | 'image'>): string[] {
  const texts = [featuredImage ?? '', image?.srcset ?? '', html];
  const files = texts.flatMap((text) => [...text.matchAll(OWN_PICTURE)].flatMap(([, name]) => name ?? []));
  const byPicture = Map.groupBy(new Set(files), pictureOfFile);
  return [...byPicture.values()].flatMap((names) => best(names) ?? []);
}

function best(names: readonly string[]): string | undefined {
  const widths = names.flatMap((name) => {
    const width = COPY_WIDTH.exec(name)?.[1];
    return width === undefined ? [] : [{ name, width: Number(width) }];
  });
  const [narrow, ...wider] = widths.toSorted((a, b) => a.width - b.width);
  const chosen =
    [narrow, ...wider].find((each) => each !== undefined && each.width >= WIDTH_KEPT) ?? wider.at(-1) ?? narrow;
  return chosen?.name ?? names[0];
}
