import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { htmlToMarkdown, type ReadHtml } from '../html/html-to-markdown.ts';
import { createNotes, type Notes } from '../html/notes.ts';
import { GATED_NOTE } from './ghost-card-html.ts';
import { readGhostCards } from './ghost-cards.ts';
import type { GhostPost } from './ghost-schema.ts';
import { lexicalHtml } from './lexical-html.ts';
import { mobiledocHtml } from './mobiledoc-html.ts';

interface Addresses {
  picture(address: string): string;
  link(address: string): string;
}

/**
 * The text of a Ghost post: from its HTML or, when the export has none, from the format of its editor.
 * @throws ImportFault for a text that no post can hold
 */
export async function ghostText(post: GhostPost, addresses: Addresses): Promise<ReadHtml> {
  const notes = createNotes();
  const html = htmlOf(post, notes);
  return htmlToMarkdown(html, { ...addresses, notes, readOwn: readGhostCards });
}

function htmlOf(post: GhostPost, notes: Notes): string {
  if (post.html?.trim()) return withoutGated(onSite(post.html), notes);
  const [format, text, read] = post.lexical?.trim()
    ? (['Lexical', post.lexical, lexicalHtml] as const)
    : (['mobiledoc', post.mobiledoc?.trim() ?? '', mobiledocHtml] as const);
  if (text === '') return '';
  try {
    return read(onSite(text), notes);
  } catch (cause) {
    throw new ImportFault(`Its text (${format}) is damaged`, null, { cause });
  }
}

/**
 * Removes Ghost's placeholder for the site's own address, which an export does not contain: paths then begin at the
 * root.
 */
function onSite(text: string): string {
  return text.replace(/__GHOST_URL__(\\?\/)?/g, '/');
}

const GATE = /<!--kg-gated-block:begin ([^<>]{0,500}?)-->/g;
const GATE_END = '<!--kg-gated-block:end-->';

/** Removes the parts that Ghost shows only to its members, each between two comments. */
function withoutGated(html: string, notes: Notes): string {
  let result = '';
  let done = 0;
  for (const match of html.matchAll(GATE)) {
    if (match.index < done || !/nonMember:\s*false/.test(match[1] ?? '')) continue;
    notes.add(GATED_NOTE);
    const end = html.indexOf(GATE_END, match.index);
    result += html.slice(done, match.index);
    // A part without an end extends to the end of the text.
    done = end < 0 ? html.length : end + GATE_END.length;
    if (end < 0) break;
  }
  return result + html.slice(done);
}
