/** Sources of pictures the owner has asked to see. */
export type AskedPictures = Set<string>;

/**
 * Takes the pictures of other sites out of nodes that stand nowhere yet, and leaves a button in the place of each,
 * which puts it there: what a model wrote must not load a picture that counts who looks before the owner asks.
 */
export function holdPictures(content: DocumentFragment, asked: AskedPictures): void {
  for (const picture of content.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? '';
    if (source === '' || source.startsWith('/uploads/') || asked.has(source)) continue;
    const link = picture.closest('a');
    // A button in a link would be two things to press in one place.
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

function siteOf(source: string): string {
  return URL.canParse(source) ? new URL(source).host : source;
}
