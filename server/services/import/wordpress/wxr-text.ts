import { z } from 'zod';
import { htmlToMarkdown, type ReadHtml } from '../html/html-to-markdown.ts';
import { createNotes, type Notes } from '../html/notes.ts';
import { autop } from './autop.ts';
import { readShortcodes } from './shortcodes.ts';
import type { WxrAddresses } from './wxr-addresses.ts';
import { metaOf, textOf } from './wxr-files.ts';
import type { WxrIndex } from './wxr-index.ts';
import type { XmlElement } from './xml-records.ts';

/** Blocks that WordPress generates when a page is shown, and that nobody will miss. */
const SILENT = new Set([
  'more',
  'nextpage',
  'footnotes',
  'block',
  'spacer',
  'separator',
  'template-part',
  'post-title',
  'post-date',
  'post-featured-image',
  'freeform',
  'paragraph',
  'image',
  'embed',
  'social-links',
]);
/** The greatest depth of shared blocks in shared blocks. */
const DEEPEST = 3;

/**
 * The text of an item, from the block editor or from the classic one.
 * @throws ImportFault for a text that no post can hold
 */
export async function wxrText(item: XmlElement, index: WxrIndex, addresses: WxrAddresses): Promise<ReadHtml> {
  const notes = createNotes();
  const written = withShared(textOf(item, 'content:encoded'), index, 0);
  if (/<!--\s*nextpage\s*-->/.test(written)) notes.add('It had several pages, which became one');
  if (written.includes('\ufffd')) notes.add('Signs of its text could not be read and are shown as �');
  if (written === '' && metaOf(item, '_elementor_data') !== '') {
    notes.add('Its text was kept by a page builder (Elementor), and the export has none of it');
  }
  const isBlocks = /<!--\s+wp:/.test(written);
  if (isBlocks) tellBlocks(written, notes);
  const plain = written.replace(/<!--[\s\S]*?(?:-->|$)/g, isBlocks ? '\n\n' : '');
  const read = readShortcodes(plain, { index, postId: textOf(item, 'wp:post_id'), notes });
  const html = (isBlocks && !hasClassicPart(written) ? read : autop(read)) + footnotesOf(item);
  return htmlToMarkdown(html, { picture: addresses.picture, link: addresses.link, notes });
}

/** Blocks contain their own paragraphs; a text without them was typed in the classic editor. */
function hasClassicPart(written: string): boolean {
  return !/<(?:p|h[1-6]|ul|ol|figure|div|pre|blockquote)\b/i.test(written);
}

function withShared(written: string, index: WxrIndex, depth: number): string {
  if (depth >= DEEPEST || !written.includes('wp:block')) return written;
  return written.replace(/<!--\s+wp:block\s+\{[^{}]*"ref":\s*(\d+)[^{}]*\}\s+\/-->/g, (whole, id: string) => {
    const text = index.sharedBlocks.get(id);
    return text === undefined ? whole : withShared(text, index, depth + 1);
  });
}

function tellBlocks(written: string, notes: Notes): void {
  for (const [, name = ''] of written.matchAll(/<!--\s+wp:([a-z][\w/-]{0,80})(?:\s+\{[^\n]{0,2000}?\})?\s+\/-->/g)) {
    if (!SILENT.has(name)) notes.add(`A block that is made when the page is shown was left out: ${name}`);
  }
}

const footnote = z.object({ id: z.string().regex(/^[\w-]{1,80}$/), content: z.string() });

/** The footnotes of the block editor, which are stored separately from the text. */
function footnotesOf(item: XmlElement): string {
  const stored = metaOf(item, 'footnotes');
  if (stored === '') return '';
  try {
    const notes = z.array(footnote).parse(JSON.parse(stored));
    return `\n<ol>${notes.map(({ id, content }) => `<li id="${id}">${content}</li>`).join('')}</ol>`;
  } catch {
    // The field has the same name but belongs to another plugin.
    return '';
  }
}
