import type { Blockquote, Heading, Nodes, Paragraph, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import { bracketedText, cleaningList, templateTag } from './clean-list.ts';
import { editRun, mergeText, type RunEdit, runText } from './inline-run.ts';

const parts = cleaningList.filter((rule) => rule.scope === 'part');
const unwantedHeadings = cleaningList.filter((rule) => rule.scope === 'heading');
const openings = cleaningList.filter((rule) => rule.scope === 'opening');
const closings = cleaningList.filter((rule) => rule.scope === 'closing');

/**
 * The position of a node: the list is not applied in links and tables, but template tags are removed everywhere except
 * in code.
 */
interface Place {
  insideLinkOrTable: boolean;
  keepsEmphasis: boolean;
}

/** Counts the things dropped while a tree is cleaned. */
interface CleaningCount {
  templateTags: number;
}

export interface CleaningOptions {
  /**
   * Whether emphasis stays. A text from which something else is removed loses its emphasis, because the removed part
   * may begin and end within it.
   */
  keepsEmphasis?: boolean;
}

/**
 * Cleans a Markdown tree in place: unwraps emphasis unless it is to stay, drops thematic breaks, matches of
 * `clean-list.ts` and the template tags of other generators, makes bracketed text bold, and gives a quotation that is a
 * note (`[!NOTE]`) its title. Code is never touched.
 */
export function cleanTree(tree: Root, { keepsEmphasis = false }: CleaningOptions = {}): CleaningCount {
  const count: CleaningCount = { templateTags: 0 };
  dropAnnouncements(tree);
  tree.children = cleanChildren(tree, { insideLinkOrTable: false, keepsEmphasis }, count) as RootContent[];
  return count;
}

function dropAnnouncements(tree: Root): void {
  const first = tree.children.find((node) => node.type !== 'html' && node.type !== 'definition');
  if (first?.type === 'paragraph' && matchesAny(first, openings)) drop(tree, first);
  const last = tree.children.findLast((node) => node.type !== 'definition' && node.type !== 'footnoteDefinition');
  if (last !== first && last?.type === 'paragraph' && matchesAny(last, closings)) drop(tree, last);
}

function drop(tree: Root, node: RootContent): void {
  // A post that consists only of such a line keeps it: an empty post would say less.
  if (tree.children.length > 1) tree.children.splice(tree.children.indexOf(node), 1);
}

function matchesAny(block: Paragraph | Heading, rules: readonly { pattern: RegExp }[]): boolean {
  // Trimmed here, since a pattern that allows blanks at both ends may cost the square of their number.
  const text = runText(unwrapEmphasis(block.children)).trim();
  return rules.some((rule) => rule.pattern.test(text));
}

function cleanChildren(parent: Parents, place: Place, count: CleaningCount): Nodes[] {
  const cleaned: Nodes[] = [];
  for (const child of parent.children) cleaned.push(...cleanNode(child, place, count));
  return cleaned;
}

function cleanNode(node: Nodes, place: Place, count: CleaningCount): Nodes[] {
  switch (node.type) {
    case 'thematicBreak':
      return [];
    case 'html':
      node.value = node.value.replace(templateTag, () => counted(count));
      return [node];
    case 'paragraph':
    case 'heading': {
      if (node.type === 'heading' && matchesAny(node, unwantedHeadings)) return [];
      node.children = cleanInline(node.children, place, count);
      return isBlank(node.children) ? [] : [node];
    }
    case 'tableCell':
      node.children = cleanInline(node.children, { ...place, insideLinkOrTable: true }, count);
      return [node];
    case 'list':
    case 'listItem':
    case 'blockquote':
    case 'footnoteDefinition': {
      const before = node.children.length;
      const title = node.type === 'blockquote' ? takeNoteTitle(node) : null;
      node.children = cleanChildren(node, place, count) as never[];
      if (title !== null) node.children.unshift(title as never);
      const isEmptied = before > 0 && node.children.length === 0 && node.type !== 'footnoteDefinition';
      return isEmptied ? [] : [node];
    }
    case 'table':
    case 'tableRow':
      node.children = cleanChildren(node, { ...place, insideLinkOrTable: true }, count) as never[];
      return [node];
    default:
      return [node];
  }
}

/** The mark that begins a quotation that is a note, as on GitHub and elsewhere, folded (`-`, `+`) or not. */
const noteMark = /^\[!(note|tip|important|warning|caution)\][-+]?(?:[ \t]*\n|[ \t]+|$)/i;

/**
 * Removes the mark of a note from a quotation and returns the note's title, such as a bold "Note"; null where the
 * quotation is not a note.
 */
function takeNoteTitle(quotation: Blockquote): Paragraph | null {
  const [first] = quotation.children;
  const words = first?.type === 'paragraph' ? first.children[0] : undefined;
  if (first?.type !== 'paragraph' || words?.type !== 'text') return null;
  const [mark, kind] = noteMark.exec(words.value) ?? [];
  if (mark === undefined || kind === undefined) return null;
  words.value = words.value.slice(mark.length);
  if (words.value === '') first.children.shift();
  if (first.children[0]?.type === 'break') first.children.shift();
  if (first.children.length === 0) quotation.children.shift();
  const title = kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();
  // The title is our own text: the direction of the quotation follows its author's text instead.
  const data = { hProperties: { dir: 'ltr' } };
  return { type: 'paragraph', children: [{ type: 'strong', data, children: [{ type: 'text', value: title }] }] };
}

function cleanInline(children: PhrasingContent[], place: Place, count: CleaningCount): PhrasingContent[] {
  const chosen = place.keepsEmphasis && !holdsUnwanted(children, place) ? children : unwrapEmphasis(children);
  const whole = mergeText(chosen.flatMap((node) => cleanPhrase(node, place, count)));
  let cleaned = editMatches(whole, templateTag, () => {
    count.templateTags += 1;
    return null;
  });
  if (!place.insideLinkOrTable) for (const rule of parts) cleaned = editMatches(cleaned, rule.pattern, () => null);
  if (cleaned !== whole) cleaned = tidyBlanks(trimBreaks(cleaned));
  return place.insideLinkOrTable ? cleaned : editMatches(cleaned, bracketedText, bold);
}

/** Whether something of the list is to be removed from this text, wherever the emphasis in it begins and ends. */
function holdsUnwanted(children: readonly PhrasingContent[], { insideLinkOrTable }: Place): boolean {
  const text = runText(unwrapEmphasis(children));
  const patterns = insideLinkOrTable ? [] : parts.map((rule) => rule.pattern);
  return [templateTag, ...patterns].some((pattern) => text.search(pattern) >= 0);
}

function cleanPhrase(node: PhrasingContent, place: Place, count: CleaningCount): PhrasingContent[] {
  if (node.type === 'strong' || node.type === 'emphasis') {
    node.children = node.children.flatMap((child) => cleanPhrase(child, place, count));
    return node.children.length === 0 ? [] : [node];
  }
  if (node.type === 'link' || node.type === 'linkReference' || node.type === 'delete') {
    const inside = { ...place, insideLinkOrTable: true };
    node.children = cleanInline(node.children, inside, count) as typeof node.children;
    if (node.type === 'link' && isTemplate(node.url)) {
      count.templateTags += 1;
      return node.children;
    }
    return node.children.length === 0 ? [] : [node];
  }
  if (node.type === 'image' && isTemplate(node.url)) {
    count.templateTags += 1;
    return [];
  }
  if (node.type === 'html') node.value = node.value.replace(templateTag, () => counted(count));
  return [node];
}

function isTemplate(url: string): boolean {
  return url.includes('{{') || url.includes('{%') || /%7B%7B|%7B%25/i.test(url);
}

function counted(count: CleaningCount): string {
  count.templateTags += 1;
  return '';
}

function unwrapEmphasis(children: readonly PhrasingContent[]): PhrasingContent[] {
  return mergeText(
    children.flatMap((node) =>
      node.type === 'strong' || node.type === 'emphasis' ? unwrapEmphasis(node.children) : [node],
    ),
  );
}

function editMatches(
  children: PhrasingContent[],
  pattern: RegExp,
  edit: (match: RegExpExecArray) => Omit<RunEdit, 'start' | 'end'> | null,
): PhrasingContent[] {
  const edits: RunEdit[] = [];
  for (const match of runText(children).matchAll(pattern)) {
    edits.push({ start: match.index, end: match.index + match[0].length, ...edit(match) });
  }
  return edits.length === 0 ? children : editRun(children, edits);
}

/** Removes blanks that a removed part leaves behind: two in a row within a line, or one at an end. */
function tidyBlanks(children: PhrasingContent[]): PhrasingContent[] {
  const last = children.length - 1;
  return children.map((node, index) => {
    if (node.type !== 'text') return node;
    let value = node.value.replace(/[ \t]{2,}/g, ' ');
    if (index === 0) value = value.trimStart();
    if (index === last) value = value.trimEnd();
    return { type: 'text', value };
  });
}

function bold(match: RegExpExecArray): Omit<RunEdit, 'start' | 'end'> {
  const keepFrom = match.index + match[0].indexOf(match[1] ?? '');
  return {
    keepFrom,
    keepTo: keepFrom + (match[1]?.length ?? 0),
    wrap: (kept) => [{ type: 'strong', children: kept }],
  };
}

function isBlank(children: readonly PhrasingContent[]): boolean {
  return children.every((node) => node.type === 'break' || (node.type === 'text' && node.value.trim() === ''));
}

function trimBreaks(children: PhrasingContent[]): PhrasingContent[] {
  let start = 0;
  let end = children.length;
  while (start < end && children[start]?.type === 'break') start += 1;
  while (end > start && children[end - 1]?.type === 'break') end -= 1;
  return start === 0 && end === children.length ? children : children.slice(start, end);
}
