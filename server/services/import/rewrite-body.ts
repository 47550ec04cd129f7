import { attributeText, escapedReadText } from '#shared/content/markdown/markdown-text.ts';
import { type Address, findPlaces, replaceSpans, type Span } from '../markdown-addresses.ts';
import { isLocal } from './find-picture.ts';

const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|apng)$/i;

interface BodyPorts {
  /** The address here of a picture; null when it is lost. */
  picture(address: string, alt: string): Promise<string | null>;
  /** The address here of a picture that stands elsewhere on the web; null where it is shown from there. */
  pictureElsewhere(address: string, alt: string): Promise<string | null>;
  /** Whether a picture beside the posts has this address. */
  hasPicture(address: string): Promise<boolean>;
  /** Where a link leads on this site; null when it stays as it is. */
  link(url: string): string | null;
}

/**
 * A text with the addresses its pictures and posts have here. Where a picture is lost, its alternative text stands in
 * its place, as a browser would show it: a reader is not sent for a file that is not there.
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
