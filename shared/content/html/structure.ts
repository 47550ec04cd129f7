import type { Element, ElementContent, Root, RootContent } from 'hast';
import { eachElement } from '../walk.ts';
import { droppedWithContent, schema } from './sanitize.ts';

/**
 * Makes a tree obey HTML's content model: any browser's parser reads the written HTML back as the same tree. That keeps
 * a sanitized tree safe (a parser that moves elements can give them another meaning) and the document valid.
 */

const known = new Set([...(schema.tagNames ?? []), 'h1']);
const withContent = new Set(droppedWithContent);
const phrasing = new Set(
  'a abbr b br cite code del em i img input ins kbd mark q s samp small span strong sub sup u var wbr'.split(' '),
);
const onlyPhrasing = new Set([...phrasing, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'summary', 'dt', 'caption']);
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Elements that have a meaning without content. */
const mayBeEmpty = new Set(['img', 'input', 'br', 'wbr', 'td', 'th']);

type Content = ElementContent | RootContent;

/** Returns the same content in a form that a parser does not change; `tree` must not be used afterwards. */
export function fitContentModel(tree: Root): Root {
  return { type: 'root', children: paragraphs(flow(tree.children)) };
}

/** Makes lists and quotations, with their marks and rules, follow the text direction of their own first letter. */
export function setDirections(tree: Root): void {
  eachElement(tree, (node) => {
    if (node.tagName === 'ul' || node.tagName === 'ol' || node.tagName === 'blockquote') node.properties.dir = 'auto';
  });
}

/** Puts each top-level block on a line of its own, so that the source is readable. */
export function onLines(children: readonly RootContent[]): RootContent[] {
  const blocks = children.filter((child) => child.type === 'element');
  return blocks.flatMap((block, index): RootContent[] =>
    index === 0 ? [block] : [{ type: 'text', value: '\n' }, block],
  );
}

function element(tagName: string, children: ElementContent[], properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children };
}

/** Converts any content to content allowed in a div: blocks and loose phrases. */
function flow(children: readonly Content[]): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (child.type === 'text') return [{ type: 'text', value: child.value }];
    if (child.type !== 'element' || withContent.has(child.tagName)) return [];
    if (!known.has(child.tagName)) return flow(child.children);
    return block(child);
  });
}

function block(node: Element): ElementContent[] {
  const { tagName } = node;
  if (phrasing.has(tagName)) return phrase(node, false);
  if (headings.has(tagName)) return filled({ ...node, children: phrases(node.children, false) });
  if (tagName === 'pre') return filled({ ...node, children: withoutFirstNewline(phrases(node.children, false)) });
  switch (tagName) {
    case 'p':
      return paragraph(node);
    case 'ul':
    case 'ol':
      return list(node);
    case 'table':
      return table(node);
    case 'dl':
      return descriptions(node);
    case 'figure':
      return figure(node);
    case 'details':
      return details(node);
    case 'div':
      return hasOwnClass(node) ? filled({ ...node, children: flow(node.children) }) : separated(node.children);
    case 'section':
      return node.properties.dataFootnotes === undefined
        ? separated(node.children)
        : filled({ ...node, children: flow(node.children) });
    case 'blockquote':
      return filled({ ...node, children: paragraphs(flow(node.children)) });
    default:
      // A list item, cell, caption or summary outside its parent.
      return separated(node.children);
  }
}

/** A parser drops a newline directly after `<pre>`, so none is written there. */
function withoutFirstNewline(children: readonly ElementContent[]): ElementContent[] {
  const start = children.findIndex((node) => node.type !== 'text' || /[^\n]/.test(node.value));
  const [first, ...rest] = children.slice(Math.max(start, 0));
  if (first?.type !== 'text') return children.slice(Math.max(start, 0));
  return [{ type: 'text', value: first.value.replace(/^\n+/, '') }, ...rest];
}

function hasOwnClass(node: Element): boolean {
  const names = Array.isArray(node.properties.className) ? node.properties.className : [];
  return names.includes('table-scroll') || names.includes('video-card');
}

function isBlank(node: ElementContent): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  return node.type !== 'element' || node.tagName === 'br' || node.tagName === 'wbr';
}

function isFilled(node: ElementContent): boolean {
  if (node.type === 'text') return node.value.trim() !== '';
  if (node.type !== 'element') return false;
  return mayBeEmpty.has(node.tagName) || node.properties.id !== undefined || node.children.some(isFilled);
}

function filled(node: Element): Element[] {
  return isFilled(node) ? [node] : [];
}

function isPhrase(node: ElementContent): boolean {
  return node.type === 'text' || (node.type === 'element' && phrasing.has(node.tagName));
}

/** Turns loose phrases between blocks into paragraphs. */
function paragraphs(children: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  let loose: ElementContent[] = [];
  const close = () => {
    if (loose.some((node) => !isBlank(node))) result.push(...filled(element('p', trimmed(loose))));
    else result.push(...loose.filter((node) => node.type === 'text'));
    loose = [];
  };
  for (const child of children) {
    if (isPhrase(child)) {
      loose.push(child);
      continue;
    }
    close();
    result.push(child);
  }
  close();
  return result;
}

/** Returns the children without the blanks at both ends. */
function trimmed(children: readonly ElementContent[]): ElementContent[] {
  const start = children.findIndex((node) => !isBlank(node));
  const end = children.findLastIndex((node) => !isBlank(node)) + 1;
  return children.slice(start, end).map((node, index, all) => {
    if (node.type !== 'text') return node;
    const value = index === 0 ? node.value.trimStart() : node.value;
    return { type: 'text', value: index === all.length - 1 ? value.trimEnd() : value };
  });
}

/** Returns the content of a block whose own element is removed: still separate from what comes before and after it. */
function separated(children: readonly Content[]): ElementContent[] {
  return paragraphs(flow(children));
}

/** Splits a paragraph, which may contain only phrases: blocks in it are placed between its parts. */
function paragraph(node: Element): ElementContent[] {
  const parts = paragraphs(flow(node.children));
  const first = parts.find((part) => part.type === 'element' && part.tagName === 'p');
  if (first?.type === 'element' && node.properties.id !== undefined) first.properties = { ...node.properties };
  return parts.filter((part) => part.type !== 'text' || !isBlank(part));
}

/** Converts any content to phrases: blocks in it are unwrapped, with a space between them. */
function phrases(children: readonly Content[], insideLink: boolean): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (child.type === 'text') return [{ type: 'text', value: child.value }];
    if (child.type !== 'element' || withContent.has(child.tagName)) return [];
    if (phrasing.has(child.tagName)) return phrase(child, insideLink);
    const inner = phrases(child.children, insideLink);
    return onlyPhrasing.has(child.tagName) || child.tagName === 'li' || child.tagName === 'td'
      ? [...inner, { type: 'text', value: ' ' }]
      : inner;
  });
}

function phrase(node: Element, insideLink: boolean): ElementContent[] {
  const { tagName } = node;
  if (tagName === 'a') {
    const children = phrases(node.children, true);
    // A link cannot be written inside a link: a parser would close the outer one.
    if (insideLink) return children;
    if (node.properties.href !== undefined) return filled({ ...node, children });
    const id = node.properties.id ?? node.properties.name;
    return id === undefined || id === '' ? children : [element('span', children, { id })];
  }
  if (tagName === 'input') return insideLink ? [] : [{ ...node, children: [] }];
  if (tagName === 'img' || tagName === 'br' || tagName === 'wbr') return [{ ...node, children: [] }];
  const children = phrases(node.children, insideLink);
  const isBare = tagName === 'span' && node.properties.id === undefined && node.properties.className === undefined;
  return isBare ? children : filled({ ...node, children });
}

function list(node: Element): ElementContent[] {
  const items: ElementContent[] = [];
  let loose: Content[] = [];
  const closeLoose = () => {
    const content = flow(loose);
    if (content.some((child) => isFilled(child))) items.push(element('li', content));
    loose = [];
  };
  for (const child of node.children) {
    if (child.type === 'element' && child.tagName === 'li') {
      closeLoose();
      items.push(...filled({ ...child, children: flow(child.children) }));
    } else {
      loose.push(child);
    }
  }
  closeLoose();
  return items.length > 0 ? [{ ...node, children: lines(items) }] : [];
}

function lines(nodes: readonly ElementContent[]): ElementContent[] {
  return [
    { type: 'text', value: '\n' },
    ...nodes.flatMap((node): ElementContent[] => [node, { type: 'text', value: '\n' }]),
  ];
}

function descriptions(node: Element): ElementContent[] {
  const parts: Element[] = [];
  for (const child of node.children) {
    if (child.type === 'element' && child.tagName === 'dt') {
      parts.push(...filled({ ...child, children: phrases(child.children, false) }));
    } else if (child.type === 'element' && child.tagName === 'dd') {
      parts.push(...filled({ ...child, children: flow(child.children) }));
    } else if (!isBlank(child as ElementContent)) {
      return separated(node.children);
    }
  }
  const isComplete = parts[0]?.tagName === 'dt' && parts.at(-1)?.tagName === 'dd';
  return isComplete ? [{ ...node, children: lines(parts) }] : separated(node.children);
}

function figure(node: Element): ElementContent[] {
  const captions = node.children.filter((child) => child.type === 'element' && child.tagName === 'figcaption');
  const caption = captions.at(-1);
  const isLast = node.children.findLast((child) => !isBlank(child)) === caption;
  const body = flow(node.children.filter((child) => child !== caption));
  if (caption?.type !== 'element') return filled({ ...node, children: body });
  const text = filled({ ...caption, children: flow(caption.children) });
  if (!body.some(isFilled)) return separated(caption.children);
  return [{ ...node, children: isLast ? [...body, ...text] : [...text, ...body] }];
}

function details(node: Element): ElementContent[] {
  const summary = node.children.find((child) => child.type === 'element' && child.tagName === 'summary');
  const label = summary?.type === 'element' ? phrases(summary.children, true) : [];
  const body = paragraphs(flow(node.children.filter((child) => child !== summary)));
  const head = element('summary', label.some(isFilled) ? label : [{ type: 'text', value: 'Details' }]);
  return body.some(isFilled) ? [{ ...node, children: [head, ...body] }] : [element('p', label)].flatMap(filled);
}

const sections = ['thead', 'tbody', 'tfoot'];

/** Builds a table from a caption, head, bodies and foot, each of rows of cells: a table may contain nothing else. */
function table(node: Element): ElementContent[] {
  const caption: Element[] = [];
  const parts: Element[] = [];
  const stray: Content[] = [];
  let looseRows: Element[] = [];
  const closeLoose = () => {
    if (looseRows.length > 0) parts.push(element('tbody', lines(looseRows)));
    looseRows = [];
  };
  for (const child of node.children) {
    if (child.type !== 'element') {
      if (!isBlank(child)) stray.push(child);
      continue;
    }
    if (child.tagName === 'caption' && caption.length === 0) {
      caption.push(...filled({ ...child, children: phrases(child.children, false) }));
    } else if (sections.includes(child.tagName)) {
      closeLoose();
      const rows = child.children.flatMap(row);
      if (rows.length > 0) parts.push({ ...child, children: lines(rows) });
    } else if (child.tagName === 'tr') {
      looseRows.push(...row(child));
    } else {
      stray.push(child);
    }
  }
  closeLoose();
  parts.sort((a, b) => sections.indexOf(a.tagName) - sections.indexOf(b.tagName));
  const once = parts.filter((part, index) => part.tagName === 'tbody' || parts[index - 1]?.tagName !== part.tagName);
  if (once.length === 0) return separated([...caption.flatMap((part) => part.children), ...stray]);
  return [...separated(stray), { ...node, children: lines([...caption, ...once]) }];
}

function row(node: ElementContent): Element[] {
  if (node.type !== 'element' || node.tagName !== 'tr') return [];
  const cells = node.children.flatMap((cell): Element[] => {
    if (cell.type !== 'element' || (cell.tagName !== 'td' && cell.tagName !== 'th')) return [];
    return [{ ...cell, children: flow(cell.children) }];
  });
  return cells.length > 0 ? [{ ...node, children: lines(cells) }] : [];
}
