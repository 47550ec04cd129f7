import type { PictureFinder } from '../find-picture.ts';
import type { FilePlace } from './file-place.ts';

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|apng|svg|bmp|tiff?|heic)$/i;
/** Programs keep pictures in a folder with one of these names; the path before it differs between exports. */
const MARKER = /(?:^|\/)(?:uploads|content\/images|files|images|media)\/(?:sites\/\d+\/)?/gi;
/** The suffixes of sizes that programs make of a picture. The export may contain only the original. */
const SIZED = /-(?:\d{1,5}x\d{1,5}|scaled|rotated|e\d{10,13})(?=\.\w{3,4}$)/i;

/** The pictures of a place. */
export interface PlacePictures {
  find: PictureFinder;
  /** Whether the place contains a picture, by its address: a path from the root or a whole address. */
  has(address: string): boolean;
}

/**
 * Finds pictures by the ends of their addresses: "https://old.example/wp-content/uploads/2014/03/a-300x200.jpg" finds
 * "uploads/2014/03/a.jpg" in an archive.
 */
export function createPlacePictures(place: FilePlace): PlacePictures {
  const byName = new Map<string, string[]>();
  for (const { name } of place.files) {
    if (!PICTURE.test(name)) continue;
    const last = keyOf(name.split('/').at(-1) ?? '');
    const alike = byName.get(last);
    if (alike) alike.push(name);
    else byName.set(last, [name]);
  }
  const nameOf = (address: string): string | null => {
    if (byName.size === 0) return null;
    const wanted = pathOf(address);
    if (wanted === null) return null;
    // The original is preferred; some exports contain only the sizes.
    const plain = wanted.replace(SIZED, '');
    for (const each of [plain, plain.replace(/(?=\.\w{3,4}$)/, '-scaled'), wanted]) {
      const found = bestOf(byName.get(keyOf(each.split('/').at(-1) ?? '')) ?? [], each);
      if (found !== null) return found;
    }
    return null;
  };
  return {
    has: (address) => nameOf(address) !== null,
    async find(address) {
      const name = nameOf(address);
      return name === null ? { kind: 'none' } : place.fileOf(name);
    },
  };
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The path of an address, without the size that Ghost adds to it; null when there is no path. */
function pathOf(address: string): string | null {
  const plain = address
    .trim()
    .replace(/^(?:https?:)?\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, '/');
  try {
    return decodeURIComponent(plain).normalize('NFC') || null;
  } catch {
    return plain.normalize('NFC') || null;
  }
}

/**
 * Of the files with this name, the one that has the most folders in common with the wanted path; all folders that both
 * paths name must be the same.
 */
function bestOf(names: readonly string[], wanted: string): string | null {
  let best: string | null = null;
  let most = 0;
  for (const name of names) {
    const agreed = agreement(name, wanted);
    if (agreed > most) [best, most] = [name, agreed];
  }
  return best;
}

function agreement(name: string, wanted: string): number {
  const [a, b] = [partsOf(name), partsOf(wanted)];
  let count = 0;
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  const needed = Math.min(a.length, b.length, behindMarker(name), behindMarker(wanted));
  return count >= needed ? count : 0;
}

function partsOf(path: string): string[] {
  return keyOf(path)
    .split('/')
    .filter((part) => part !== '');
}

/** The number of parts of a path after the folder of pictures. */
function behindMarker(path: string): number {
  const marker = [...path.matchAll(MARKER)].at(-1);
  return marker ? partsOf(path.slice(marker.index + marker[0].length)).length : Number.POSITIVE_INFINITY;
}
