import { PICTURE_IS_ELSEWHERE, waitingPictureAt } from '#shared/kernel/waiting-picture.ts';

/** Which pictures are not loaded by themselves. */
export interface PictureRules {
  /** The sources of pictures that the owner has asked to see. */
  readonly asked: Set<string>;
  /** Whether this host has pictures that wait to be sent. */
  readonly hasWaiting: boolean;
}

/**
 * Replaces each picture from another site by a button that shows the picture, in nodes that are not in the page yet.
 * What a model wrote must not load a picture that tracks its viewers before the owner asks for it.
 */
export function holdPictures(content: DocumentFragment, { asked, hasWaiting }: PictureRules): void {
  for (const picture of content.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? '';
    if (waitingPictureAt(source) !== null) {
      holdWaiting(picture, hasWaiting);
      continue;
    }
    if (source === '' || source.startsWith('/uploads/') || asked.has(source)) continue;
    const link = picture.closest('a');
    // A button inside a link would be two controls in one place.
    const held = link && link.textContent.trim() === '' ? link : picture;
    const button = document.createElement('button');
    button.type = 'button';
    button.className =
      'my-4 block min-h-11 w-full rounded-md border border-dashed border-line-strong bg-sunken px-3 py-2 font-sans text-xs text-muted wrap-anywhere hover:text-ink';
    button.textContent = `Show the picture of ${siteOf(source)}${picture.alt === '' ? '' : `: ${picture.alt}`}`;
    // The top node stays: the preview recognises its pieces by their top nodes.
    const place = document.createElement('span');
    place.className = 'block';
    held.replaceWith(place);
    place.append(button);
    button.addEventListener('click', () => {
      asked.add(source);
      place.replaceChildren(held);
    });
  }
}

/**
 * Replaces a picture that waits on another computer by words. If this host has waiting pictures, the picture may be
 * here, and it is replaced only when it fails to load.
 */
function holdWaiting(picture: HTMLImageElement, hasWaiting: boolean): void {
  const words = document.createElement('span');
  words.className =
    'my-4 block rounded-md border border-dashed border-line-strong bg-sunken px-3 py-2 font-sans text-xs text-muted';
  words.textContent = PICTURE_IS_ELSEWHERE;
  if (hasWaiting) picture.addEventListener('error', () => picture.replaceWith(words), { once: true });
  else picture.replaceWith(words);
}

function siteOf(source: string): string {
  return URL.canParse(source) ? new URL(source).host : source;
}
