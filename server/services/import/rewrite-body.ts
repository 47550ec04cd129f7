import { attributeText, escapedReadText } from '#shared/content/markdown/markdown-text.ts';
import { type Address, findPlaces, replaceSpans, type Span } from '../markdown-addresses.ts';
import { isLocal } from './find-picture.ts';

const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|apng)$/i;

interface BodyPorts {
  /** The address on this site of a picture; null when it is lost. */
  picture(address: string, alt: string): Promise<string | null>;
  /** The address on this site of a picture from another site; null when it is still shown from there. */
  pictureElsewhere(address: string, alt: string): Promise<string | null>;
  /** Whether there is a picture among the files of the posts for this address. */
  hasPicture(address: string): Promise<boolean>;
  /** The target of a link on this site; null when the link is not changed. */
  link(url: string): string | null;
}

/**
 * Replaces the addresses of pictures and posts in a text by those on this site. A lost picture is replaced by its
 * alternative text, as a browser would show it, so that a reader's browser does not request a missing file.
 */
export async function rewriteBody(markdown: string, ports: BodyPorts): Promise<string> {
  const edits: (Span & { text: string })[] = [];
  for (const address of findPlaces(markdown).addresses) {
    const edit =
      address.kind === 'picture' ? await pictureEdit(address, markdown, ports) : await linkEdit(address, ports);
    if (edit) edits.push(edit);
  }
  return replaceSpans(markdown, edits);
}

async function pictureEdit(
  place: Address,
  markdown: string,
  ports: BodyPorts,
): Promise<(Span & { text: string }) | null> {
  const { url, start, end, whole, alt } = place;
  if (!isLocal(url)) {
    const brought = await ports.pictureElsewhere(url, alt);
    return brought === null ? null : { start, end, text: brought };
  }
  const here = await ports.picture(url, alt);
  if (here !== null) return { start, end, text: here };
  const isHtml = markdown[whole.start] === '<';
  return { ...whole, text: isHtml ? attributeText(alt.replace(/&/g, '&amp;')) : escapedReadText(alt) };
}

async function linkEdit({ url, start, end }: Address, ports: BodyPorts): Promise<(Span & { text: string }) | null> {
  const post = ports.link(url);
  if (post !== null) return { start, end, text: post };
  if (!pictureFile.test(url) || !(await ports.hasPicture(url))) return null;
  const here = await ports.picture(url, '');
  return here === null ? null : { start, end, text: here };
}
