import type { Image } from '#shared/contract/images.ts';

/** Words that cameras, phones and programs use in file names: they say nothing about what a picture shows. */
const SAYS_NOTHING = new Set(
  `img image images dsc dscn dscf dcim pxl mvimg gopr dji photo photos picture pictures pic foto bild scan screen shot
  screenshot bildschirmfoto capture untitled unnamed unknown download downloads file whatsapp whats app signal telegram clipboard
  pasted copy kopie final edited export at on of the a am pm um von width height px web small medium large thumb
  thumbnail original cropped resized scaled v`.split(/\s+/),
);

/**
 * Proposes what a picture may show, in plain words: its title, else the words of its file name. Empty if the file name
 * is only a camera's number.
 */
export function altSuggestion({ name, metadata }: Pick<Image, 'name' | 'metadata'>): string {
  const title = metadata.title.trim();
  return title === '' ? wordsOfFile(name) : title;
}

function wordsOfFile(name: string): string {
  const words = name
    .replace(/\.[a-z\d]{2,5}$/i, '')
    .replace(/%20/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== '' && !isMachines(word));
  const isSaying = words.some((word) => /\p{L}{2}/u.test(word) && !SAYS_NOTHING.has(word.toLowerCase()));
  if (!isSaying) return '';
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a word is a size, date, counter, version or key. */
function isMachines(word: string): boolean {
  return /^\d{3,}$|^\d+x\d+$|^\d+x$|^v\d+$|^[a-z]{1,4}\d{3,}$|^0\d+$|^(?=.*\d)[\da-f]{8,}$/i.test(word);
}
