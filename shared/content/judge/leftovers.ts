import { judgedHeads } from '#shared/kernel/post-field-table.ts';
import { type Found, headWords, type JudgedPost } from './finding.ts';
import type { Block, JudgedText } from './judged-text.ts';

/**
 * Leftovers that are found anywhere in a text. The cost of each pattern is at most proportional to the text's length.
 */
const ANYWHERE: readonly RegExp[] = [
  // Words of a model about itself.
  /\bas an? (?:large )?(?:ai|artificial intelligence)?[ -]?(?:language model|ai assistant|chatbot)\b/gi,
  /\bas an? (?:ai|artificial intelligence)(?: (?:assistant|model|language model))?,/gi,
  /\bi(?:['’]m| am) (?:just |only )?an? (?:ai|large)(?: language)? (?:model|assistant)\b/gi,
  /\bmy (?:knowledge cut-?off|training data|last (?:knowledge )?update)\b/gi,
  /\bas of my (?:last|latest|most recent|knowledge|training)\b/gi,
  /\bi(?:['’]m sorry| apologi[sz]e), but (?:as an|i can(?:['’]t|not)|i(?:['’]m| am) (?:un)?able)\b/gi,
  /\bi (?:cannot|can['’]t|do not|don['’]t) (?:browse the (?:internet|web)|have (?:real-time|personal) (?:access|experiences?|opinions?))\b/gi,
  // Placeholders. (A path with `| url` after it is resolved when the text is rendered.)
  /\[(?:insert|add|your|cta|placeholder|tbd|todo|tk|fill in|replace|image of|image:|photo of|link to|link here|source needed|company name|product name|brand name|author name|city name|name here|date here)\b[^[\]\n]{0,200}\]/gi,
  /\[(?:NAME|COMPANY|PRODUCT|BRAND|CITY|DATE|TOPIC|KEYWORD|URL|LINK|AUTHOR|TITLE|IMAGE|NUMBER|SOURCE)(?: [A-Z]{1,20}){0,4}\]/g,
  /<(?:insert|your)[ _-][^<>\n]{1,80}>/gi,
  /\blorem ipsum dolor\b|^lorem ipsum\b|\bdolor sit amet\b/gi,
  /\{\{(?![^{}]{1,200}\| ?url ?\}\})[^{}\n]{1,200}\}\}|\{%[^{}\n]{1,200}%\}|<%[^<>\n]{1,200}%>|\$\{\w{1,40}\}/g,
  /\b(?:TODO|FIXME|TBD|TKTK)(?=[:(\]])/g,
  /\[object Object\]/g,
  // Marks that a model's environment puts between its words.
  /<\|[a-z_]{2,30}\|>|\[\/?INST\]|<<\/?SYS>>/gi,
  /:contentReference\[[^[\]\n]{0,60}\]|\boaicite\b|【\d{1,3}[^【】\n]{0,40}】|\bturn\d{1,3}(?:search|view|news)\d{1,3}\b/g,
  /[-=*#_~]{2,9} ?(?:(?:end|start|begin) (?:of )?)?(?:blog )?(?:post|draft|article)(?: #?\d{1,3})? ?[-=*#_~]{2,9}/gi,
  /\[\/?(?:START|END|BEGIN|STOP)(?:[ _](?:OF[ _])?(?:BLOG[ _]?)?(?:POST|ARTICLE|DRAFT|CONTENT|OUTPUT))?\]/g,
];

/** A writer's note to themselves. */
const NOTE = /^(?:TODO|FIXME|TBD|TKTK)$/;

/** A paragraph that begins like this is a note. A title may be about such notes. */
const BEGINS_AS_NOTE = /^(?:TODO|FIXME|TKTK)\b/;

/** A text that begins with these words, or consists only of them. */
const WHOLES: readonly RegExp[] = [
  /^(?:todo|fixme|tbd|tktk|xxx|placeholder|your (?:text|title) here|(?:text|title) goes here)[.!…]{0,3}$/i,
  /^(?:meta description|meta title|seo title|focus keyword|primary keyword|secondary keywords|word count|suggested (?:title|tags|slug)|call to action|blog post title)\s?:/i,
  /^\(?(?:approx(?:imate|\.)? )?word count\b/i,
];

/** The opening of a model's answer to a request for a text. */
const OPENINGS: readonly RegExp[] = [
  /^(?:[^\n]{0,40}[!,.]\s)?(?:here(?:['’]s| is| are)|below is)\s(?:your|the|a|an|my)\s(?:[\w-]{1,30}\s){0,6}(?:post|article|draft|text|version|rewrite)s?\b[^\n]{0,80}(?:you (?:asked|requested|wanted)|as requested)/i,
  /^(?:[^\n]{0,40}[!,.]\s)?(?:here(?:['’]s| is| are)|below is)\s(?:your|the|a|an|my)\s(?:[\w-]{1,30}\s){0,6}(?:post|article|draft|version|rewrite)s?\b[^\n:]{0,120}:$/i,
  /^(?:certainly|sure|sure thing|of course|absolutely)[!,.]\s(?:here|below|i(?:['’]d| would| can|['’]ll| will))\b/i,
];

/** Words at the end that address the owner, not readers. */
const CLOSINGS: readonly RegExp[] = [
  /^(?:please )?let me know if you(?:['’]d| would) (?:like|prefer)\b/i,
  /^let me know if you (?:need|want) (?:any|me to)\b/i,
  /^would you like me to\b/i,
  /^i hope this (?:blog |blog post|post|article|draft|text)?\s?(?:helps|meets|is what you)\b/i,
  /^feel free to (?:adjust|customi[sz]e|edit|modify|tweak|adapt) (?:this|the|it)\b/i,
];

/**
 * Finds leftovers of generators and placeholders in the fields above a post's text, which are plain text: one per
 * field.
 */
export function leftoversInHeads(post: JudgedPost): Found[] {
  return judgedHeads.flatMap((field): Found[] => {
    const text = post[field].trim();
    const isWhole = [...WHOLES, ...OPENINGS].some((pattern) => pattern.test(text));
    const words = isWhole ? text : leftIn(text)[0]?.words;
    if (words === undefined) return [];
    const says = `“${shortened(words)}”, in the ${headWords(field)}, is a leftover of a generator or a placeholder.`;
    return [{ check: 'leftover', says, place: null, field }];
  });
}

/** Finds leftovers of generators and placeholders in a text. Words in quotation marks are the author's own. */
export function leftovers({ blocks, fence, html, links }: JudgedText): Found[] {
  const found: Found[] = [];
  const add = (words: string, place: Found['place']) => {
    if (found.some((each) => each.place && place && each.place.start < place.end && place.start < each.place.end))
      return;
    found.push({
      check: 'leftover',
      says: `“${shortened(words)}” is a leftover of a generator or a placeholder.`,
      place,
    });
  };
  if (fence) found.push({ check: 'leftover', says: 'The whole text stands in a code fence.', place: fence });
  for (const block of blocks) {
    for (const { index, words } of matchesIn(block)) add(words, block.placeOf(index, words.length));
  }
  const prose = blocks.filter(({ kind }) => kind === 'paragraph');
  for (const [block, patterns] of [
    [prose[0], OPENINGS],
    [prose.at(-1), CLOSINGS],
  ] as const) {
    const text = block?.text.trim() ?? '';
    if (block && patterns.some((pattern) => pattern.test(text)))
      add(text, block.placeOf(block.text.indexOf(text), text.length));
  }
  for (const { value, place } of html) {
    if (/^<(?:insert|your)[ _-]|^<!--\s*(?:todo|insert|placeholder)\b/i.test(value)) add(value, place);
  }
  for (const { url, place } of links) if (/[?&]utm_source=(?:chatgpt|openai)/i.test(url)) add(url, place);
  return found;
}

function shortened(words: string): string {
  return words.replace(/\s+/g, ' ').trim().slice(0, 80);
}

function matchesIn({ kind, text }: Block): { index: number; words: string }[] {
  const anywhere = leftIn(text).filter(({ words }) => !(kind === 'tableCell' && NOTE.test(words)));
  const trimmed = text.trim();
  // A table cell may be an example of such a note.
  const isWhole = kind !== 'tableCell' && [BEGINS_AS_NOTE, ...WHOLES].some((pattern) => pattern.test(trimmed));
  return isWhole ? [{ index: text.indexOf(trimmed), words: trimmed.slice(0, 80) }, ...anywhere] : anywhere;
}

/** Finds leftovers anywhere, except those that are quoted or, in a plain text, marked as code or with a backslash. */
function leftIn(text: string): { index: number; words: string }[] {
  return ANYWHERE.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !/["“‘«`\\]/.test(text[index - 1] ?? ''))
      .map((match) => ({ index: match.index, words: match[0] })),
  );
}
