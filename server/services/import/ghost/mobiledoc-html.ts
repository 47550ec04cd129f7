import { z } from 'zod';
import type { Notes } from '../html/notes.ts';
import { cardHtml, escapedHtml } from './ghost-card-html.ts';

const attributes = z.array(z.string()).optional();
const named = z.tuple([z.string(), z.unknown()]).rest(z.unknown());
/**
 * Mobiledoc 0.3, https://github.com/bustle/mobiledoc-kit/blob/master/MOBILEDOC.md; sections and markers are validated
 * when they are read.
 */
const mobiledoc = z.object({
  atoms: z.array(named).default([]),
  cards: z.array(named).default([]),
  markups: z.array(z.union([z.tuple([z.string()]), z.tuple([z.string(), attributes])])).default([]),
  sections: z.array(z.array(z.unknown())),
});
type Mobiledoc = z.output<typeof mobiledoc>;

/** [kind, markups opened, number of markups closed, text or atom]. */
const marker = z.tuple([z.number(), z.array(z.number()), z.number(), z.union([z.string(), z.number()])]);

const TEXT = 0;
const [MARKUP, IMAGE, LIST, CARD] = [1, 2, 3, 10];
const BLOCKS = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'aside', 'pull-quote'];
const INLINE = ['strong', 'b', 'em', 'i', 'code', 's', 'u', 'sub', 'sup', 'del', 'mark'];

/**
 * A text in the format of Ghost's former editor as HTML, for posts without HTML in the export.
 * @throws SyntaxError, ZodError when the text does not have that format
 */
export function mobiledocHtml(json: string, notes: Notes): string {
  const document = mobiledoc.parse(JSON.parse(json));
  return document.sections.map((section) => sectionHtml(section, document, notes)).join('');
}

function sectionHtml([kind, first, second]: readonly unknown[], document: Mobiledoc, notes: Notes): string {
  if (kind === MARKUP) {
    const tag = typeof first === 'string' && BLOCKS.includes(first) ? first : 'p';
    const name = tag === 'aside' || tag === 'pull-quote' ? 'blockquote' : tag;
    const inside = markersHtml(second, document);
    return name === 'blockquote' ? `<blockquote><p>${inside}</p></blockquote>` : `<${name}>${inside}</${name}>`;
  }
  if (kind === IMAGE) return `<p><img src="${escapedHtml(String(first))}" alt=""></p>`;
  if (kind === LIST) {
    const name = first === 'ol' ? 'ol' : 'ul';
    const items = Array.isArray(second) ? second : [];
    return `<${name}>${items.map((item) => `<li>${markersHtml(item, document)}</li>`).join('')}</${name}>`;
  }
  if (kind !== CARD) return '';
  const [name, fields] = document.cards[Number(first)] ?? [];
  return name === undefined
    ? ''
    : cardHtml(name, typeof fields === 'object' && fields !== null ? { ...fields } : {}, notes);
}

function markersHtml(markers: unknown, document: Mobiledoc): string {
  if (!Array.isArray(markers)) return '';
  const open: string[] = [];
  let html = '';
  for (const each of markers) {
    const read = marker.safeParse(each);
    if (!read.success) continue;
    const [kind, opened, closed, value] = read.data;
    for (const index of opened) {
      const { tag, start } = markupOf(document.markups[index]);
      open.push(tag);
      html += start;
    }
    html += kind === TEXT ? escapedHtml(String(value)) : atomHtml(document.atoms[Number(value)]);
    for (let left = Math.min(closed, open.length); left > 0; left -= 1) html += `</${open.pop()}>`;
  }
  return (
    html +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}

function markupOf(markup: Mobiledoc['markups'][number] | undefined): { tag: string; start: string } {
  const [name = 'span', list] = markup ?? [];
  if (name !== 'a') return INLINE.includes(name) ? { tag: name, start: `<${name}>` } : { tag: 'span', start: '<span>' };
  const href = list?.[list.indexOf('href') + 1] ?? '';
  return { tag: 'a', start: `<a href="${escapedHtml(href)}">` };
}

function atomHtml(atom: Mobiledoc['atoms'][number] | undefined): string {
  const [name, text] = atom ?? [];
  return name === 'soft-return' ? '<br>' : escapedHtml(typeof text === 'string' ? text : '');
}
