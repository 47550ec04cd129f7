import type { Element, Nodes, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { isDeepHtml } from '#shared/content/from-html/deep-html.ts';
import { readDate } from '#shared/content/front-matter/front-matter.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { foreignPost } from '../foreign-post.ts';
import { attributeOf, classesOf, findElement, replaceElements, wordsOf } from '../html/hast.ts';
import { htmlToMarkdown } from '../html/html-to-markdown.ts';
import type { SourcePost } from '../import-source.ts';

const withClass = (tree: Nodes, name: string): Element | null =>
  findElement(tree, (each) => classesOf(each).includes(name));

/**
 * A story as Medium exports it (microformats h-entry). `file` is its path in the export, "posts/2016-05-01_A-title-0123456789ab.html".
 * @throws ImportFault when the file is not a story
 */
export async function mediumPost(file: string, html: string): Promise<SourcePost> {
  if (isDeepHtml(html)) throw new ImportFault('Has more than 400 elements in one another');
  const tree = fromHtml(html);
  const body = withClass(tree, 'e-content');
  if (!body) throw new ImportFault('Has no text');
  const name = withClass(tree, 'p-name');
  const summary = withClass(tree, 'p-summary');
  const author = withClass(tree, 'p-author');
  const time = withClass(tree, 'dt-published');
  const title = name ? wordsOf(name) : '';
  const subtitle = summary ? wordsOf(summary) : '';
  const isDraft = /(?:^|\/)draft_/.test(file) || !time;
  const hasHeading = dropHeadings({ type: 'root', children: [body] }, [title, subtitle]);
  const text = await htmlToMarkdown(toHtml(body));
  return foreignPost({
    file,
    id: idOf(file),
    title,
    subtitle: hasHeading.includes(subtitle) ? subtitle : '',
    excerpt: subtitle,
    body: text.markdown,
    original: text.original,
    slug: slugOf(file),
    date: time ? readDate(attributeOf(time, 'dateTime')) : null,
    authors: author ? [wordsOf(author)] : [],
    isDraft,
    isPage: false,
    oldAddresses: isDraft ? [] : oldAddressesOf(withClass(tree, 'p-canonical')),
    notes: [
      ...(hasHeading.includes(title)
        ? []
        : ['It has no heading of its own: it may be an answer to a story of somebody else']),
      ...text.notes,
    ],
  });
}

/** Removes the headings that repeat the title and subtitle in the text. Returns which of these texts were headings. */
function dropHeadings(tree: Root, said: readonly string[]): string[] {
  const found: string[] = [];
  replaceElements(tree, (each) => {
    const names = classesOf(each);
    if (names.includes('section-divider')) return [];
    if (!names.includes('graf--title') && !names.includes('graf--subtitle')) return null;
    const words = wordsOf(each);
    if (!said.includes(words) || found.includes(words)) return null;
    found.push(words);
    return [];
  });
  return found;
}

function idOf(file: string): string {
  return /-([0-9a-f]{8,16})\.html$/i.exec(file)?.[1] ?? file;
}

/** "a-title" of "2016-05-01_A-title-0123456789ab.html"; the id is not part of a name that readers would type. */
function slugOf(file: string): string {
  const name = file.split('/').at(-1) ?? '';
  return name
    .replace(/\.html$/i, '')
    .replace(/^(?:\d{4}-\d\d-\d\d|draft)_/, '')
    .replace(/-+[0-9a-f]{8,16}$/i, '')
    .toLowerCase();
}

/** Only for a domain of one's own: readers cannot be redirected from Medium's domain. */
function oldAddressesOf(link: Element | null): string[] {
  const address = link ? attributeOf(link, 'href') : '';
  if (!URL.canParse(address)) return [];
  const { hostname, pathname } = new URL(address);
  return /(?:^|\.)medium\.com$/.test(hostname) || pathname === '/' ? [] : [pathname];
}
