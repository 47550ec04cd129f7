import type { Post } from '#shared/contract/posts/post.ts';

const OWN_PICTURE = /\/uploads\/([\w.-]+)/g;
/** What the names of all files of one picture begin with. */
const PICTURE_ID = /^[0-9a-f]{24}(?=[-.])/i;
const COPY_WIDTH = /-(\d+)\.webp$/;
/** Pixels that are enough to read by, and to stand in for the other widths. */
const WIDTH_KEPT = 960;

/** What the files of one picture have in common; of a file that is no picture of ours, its name. */
export function pictureOfFile(filename: string): string {
  return PICTURE_ID.exec(filename)?.[0].toLowerCase() ?? filename;
}

/** One file of each picture of the site that a post shows: the copy of 960 pixels, else the next wider, else the widest. */
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
