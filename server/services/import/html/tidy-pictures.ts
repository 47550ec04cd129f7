import type { Element, ElementContent } from 'hast';
import { attributeOf, element } from './hast.ts';
import type { Notes } from './notes.ts';

/** Where pages that load their pictures late keep the address meanwhile, the largest first. */
const LATE = ['dataOrigFile', 'dataFullUrl', 'dataSrc', 'dataLazySrc', 'dataOriginal', 'dataLargeFile'];
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|apng)(?:[?#].*)?$/i;

/** A picture with its address and what it shows. What only counts readers goes. */
export function readPicture(picture: Element, notes: Notes): ElementContent[] {
  const source = attributeOf(picture, 'src').trim();
  const late = LATE.map((name) => attributeOf(picture, name).trim()).find((address) =>
    /^(?:https?:|\/)/i.test(address),
  );
  const src = source === '' || /^data:/i.test(source) ? (late ?? source) : source;
  if (src === '') return [];
  if (/^data:/i.test(src)) {
    notes.add('A picture that stood in the text itself was left out');
    return [];
  }
  if (attributeOf(picture, 'width') === '1' && attributeOf(picture, 'height') === '1') return [];
  const caption = attributeOf(picture, 'dataCaption');
  return [
    element('img', [], { src, alt: attributeOf(picture, 'alt'), ...(caption !== '' && { dataCaption: caption }) }),
  ];
}

/** Whether an address is that of the file `picture` is a size of: "a.jpg" of "a-300x200.jpg", or the very same one. */
export function isFullSize(address: string, picture: string): boolean {
  return pictureFile.test(address) && stem(address) === stem(picture);
}

function stem(address: string): string {
  return address
    .replace(/[?#].*$/s, '')
    .replace(/^https?:/i, '')
    .replace(/-(?:\d{1,5}x\d{1,5}|scaled)(?=\.\w{3,4}$)/, '')
    .replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, '/');
}
