import type { SourcePicture } from '../import-source.ts';
import type { FilePlace } from './file-place.ts';

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|apng|svg)$/i;

/** The pictures in a folder of a place, "content/images"; each with the address by which posts name it. */
export function* pictureItems({ files }: FilePlace, folder: string): Generator<SourcePicture> {
  const seen = new Set<string>();
  for (const { name } of files) {
    const at = `/${name}`.indexOf(`/${folder}/`);
    const address = `/${name}`.slice(at);
    // Sizes that Ghost makes of a picture, and the original of a picture that Ghost has made smaller.
    const isMade = /\/size\/w\d+/.test(address) || /_o\.\w+$/.test(address);
    if (at < 0 || !PICTURE.test(name) || isMade || seen.has(address)) continue;
    seen.add(address);
    yield { kind: 'picture', file: name, address, title: null, alt: null, oldAddresses: [address] };
  }
}
