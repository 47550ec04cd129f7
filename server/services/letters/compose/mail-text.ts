import type { Element, ElementContent } from 'hast';

const HEADING = /^h[1-6]$/;
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote figure table div hr figcaption caption dt dd tr'.split(' '),
);

/** The blocks of a letter as plain text, for mail programs that show no HTML and for readers who prefer text. */
export function mailText(blocks: readonly ElementContent[]): string {
  return blockTexts(blocks).join('\n\n');
}

/** The texts of blocks; inline content between them forms blocks too. */
function blockTexts(nodes: readonly ElementContent[]): string[] {
  const texts: string[] = [];
  let loose: ElementContent[] = [];
  const close = () => {
    const text = line(loose);
    if (text !== '') texts.push(text);
    loose = [];
  };
  for (const node of nodes) {
    if (node.type !== 'element' || !BLOCKS.has(node.tagName)) loose.push(node);
    else {
      close();
      const text = blockText(node);
      if (text.trim() !== '') texts.push(text);
    }
  }
  close();
  return texts;
}

function blockText(node: Element): string {
  const { tagName, children } = node;
  if (HEADING.test(tagName)) return underlined(line(children), tagName <= 'h2' ? '=' : '-');
  switch (tagName) {
    case 'hr':
      return '* * *';
    case 'ul':
    case 'ol':
      return listText(node);
    case 'pre':
      return indented(rawText(node).replace(/\n+$/, ''), '    ', '    ');
    case 'blockquote':
      return indented(mailText(children), '> ', '> ');
    case 'tr':
      return children
        .filter((cell) => cell.type === 'element')
        .map((cell) => blockTexts(cell.children).join(' '))
        .join(' | ');
    case 'table':
      return blockTexts(
        children.flatMap((part) =>
          part.type === 'element' && /^t(head|body|foot)$/.test(part.tagName) ? part.children : [part],
        ),
      ).join('\n');
    case 'dl':
      return blockTexts(children).join('\n');
    case 'dd':
      return indented(mailText(children), '  ', '  ');
    default:
      return (
        mailText(children.every((child) => child.type !== 'element' || !BLOCKS.has(child.tagName)) ? [] : children) ||
        line(children)
      );
  }
}

function underlined(text: string, mark: string): string {
  return text === '' ? '' : `${text}\n${mark.repeat(Math.min(text.length, 60))}`;
}

function listText({ tagName, properties, children }: Element): string {
  const first = Number(properties.start ?? 1);
  return children
    .filter((child) => child.type === 'element')
    .map((item, index) => {
      const mark = tagName === 'ol' ? `${first + index}. ` : '- ';
      return indented(blockTexts(item.children).join('\n'), mark, ' '.repeat(mark.length));
    })
    .join('\n');
}

function indented(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((each, index) => (index === 0 ? first : others) + each)
    .join('\n');
}

/** Inline content as one text, with white space as a browser shows it. */
function line(nodes: readonly ElementContent[]): string {
  return nodes
    .map(phrase)
    .join('')
    .replace(/[ \t\r\f]*\n[ \t\r\f]*/g, '\n')
    .trim();
}

function phrase(node: ElementContent): string {
  if (node.type === 'text') return node.value.replace(/\s+/g, ' ');
  if (node.type !== 'element') return '';
  const { tagName, properties } = node;
  if (tagName === 'br') return '\n';
  if (tagName === 'img') return properties.alt ? `[${properties.alt}]` : '';
  const words = node.children.map(phrase).join('');
  if (tagName === 'sup') return /^\d+$/.test(words) ? `[${words}]` : words;
  if (tagName !== 'a' || typeof properties.href !== 'string') return words;
  const address = properties.href;
  return words.trim() === '' || words.trim() === address ? address : `${words} (${address})`;
}

function rawText(node: Element): string {
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? rawText(child) : ''))
    .join('');
}
