import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { element } from './element.ts';
import { SLOTS } from './letter-content.ts';
import { DARK_SHEET, elementStyles, frameStyles, LETTER_WIDTH } from './mail-styles.ts';

/** The sender of a letter. */
export interface LetterHouse {
  siteName: string;
  siteUrl: string;
  senderName: string;
  postalAddress: string;
}

export const writeHtml = (nodes: readonly ElementContent[]) => toHtml({ type: 'root', children: [...nodes] } as Root);

/** Marks the place of the items; no text of the letter itself comes before this mark. */
const CUT = '<!--items-->';
/** Keeps mail programs from showing the text after the preheader next to the subject. */
const FILLER = '\u00a0\u200c'.repeat(60);

/** The page around the items of a letter: the part before them, and the part after them. */
export function letterFrame(
  { siteName, siteUrl, postalAddress }: LetterHouse,
  { subject, preheader }: { subject: string; preheader: string },
): { head: string; foot: string } {
  const siteLink = element('a', { href: `${siteUrl}/`, style: frameStyles.plainLink }, siteName);
  const column = element(
    'div',
    { style: frameStyles.column },
    element('p', { style: frameStyles.site }, element('b', {}, siteLink)),
    { type: 'comment', value: 'items' },
    element('hr', { style: elementStyles.hr ?? '' }),
    ...footLines(siteName, postalAddress),
  );
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charSet: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'color-scheme', content: 'light dark' }),
      element('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      element('title', {}, subject),
      element('style', {}, DARK_SHEET),
    ),
    element(
      'body',
      { style: frameStyles.body },
      element('div', { style: frameStyles.preheader }, preheader + FILLER),
      element(
        'table',
        { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width: '100%', style: frameStyles.outer },
        element(
          'tbody',
          {},
          element('tr', {}, element('td', { align: 'center', style: frameStyles.outerCell }, ...inOutlook(column))),
        ),
      ),
    ),
  );
  const [head = '', foot = ''] = `<!doctype html>${writeHtml([page])}`.split(CUT);
  return { head, foot };
}

/** Outlook does not support `max-width`; only Outlook reads these comments. */
function inOutlook(column: Element): ElementContent[] {
  const table = `<table role="presentation" width="${LETTER_WIDTH}" align="center"><tr><td>`;
  return [
    { type: 'comment', value: `[if mso]>${table}<![endif]` },
    column,
    { type: 'comment', value: '[if mso]></td></tr></table><![endif]' },
  ];
}

function footLines(siteName: string, postalAddress: string): Element[] {
  const link = (href: string, words: string) => element('a', { href, style: elementStyles.a ?? '' }, words);
  const paragraph = (...children: (ElementContent | string)[]) =>
    element('p', { style: frameStyles.foot }, element('small', { style: elementStyles.small ?? '' }, ...children));
  const lines = postalAddress.split('\n').flatMap((each, index): (ElementContent | string)[] => {
    return index === 0 ? [each.trim()] : [element('br', {}), each.trim()];
  });
  return [
    paragraph(
      `You get this letter because you follow ${SLOTS.topic}. `,
      link(SLOTS.preferences, 'Change what you follow'),
      ' or ',
      link(SLOTS.unsubscribe, 'unsubscribe'),
      '.',
    ),
    paragraph(siteName, element('br', {}), ...lines),
  ];
}

/** The same parts around the items as plain text. */
export function textFrame({ siteName, siteUrl, postalAddress }: LetterHouse): { headText: string; footText: string } {
  return {
    headText: `${siteName}\n${siteUrl}/\n\n`,
    footText: [
      '\n\n-- \n',
      `You get this letter because you follow ${SLOTS.topic}.\n`,
      `Change what you follow: ${SLOTS.preferences}\n`,
      `Unsubscribe: ${SLOTS.unsubscribe}\n\n`,
      `${siteName}\n${postalAddress}\n`,
    ].join(''),
  };
}
