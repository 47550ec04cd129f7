import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import { projectRoot } from '#server/paths.ts';
import { readPostSource } from '#shared/content/front-matter/front-matter.ts';
import { createWordSource, makeVocabulary, seededRandom } from '#tests/load/vocabulary.ts';
import type { ExportBlock, ExportText } from './export-block.ts';

/** Real posts in a folder beside the project; they are not part of it. */
const corpus = path.resolve(projectRoot(), '../shared/corpus/18f/posts');
const OLDEST = Date.UTC(2014, 2, 12, 9);
const DAY = 86_400_000;

/**
 * Returns texts for an export: real ones, if there are some beside the project and `isReal` asks for them, repeated
 * with different titles; otherwise texts of made-up words. The same number gives the same texts.
 */
export function exportTexts(count: number, isReal: boolean): ExportText[] {
  const real = isReal && existsSync(corpus) ? readdirSync(corpus).toSorted() : [];
  const make = createTextMaker();
  return Array.from({ length: count }, (_, number) => {
    const file = real[number % Math.max(1, real.length)];
    const made = make(number);
    if (file === undefined) return made;
    const { title, blocks } = realText(file, Math.floor(number / real.length));
    // Real texts name pictures that are not available here.
    const shown = made.blocks.filter(({ kind }) => kind === 'picture' || kind === 'video');
    return { ...made, title, blocks: [...blocks, ...shown] };
  });
}

function createTextMaker(): (number: number) => ExportText {
  const vocabulary = makeVocabulary();
  const draw = createWordSource(vocabulary);
  return (number) => {
    const random = seededRandom(number + 1);
    const below = (end: number) => Math.floor(random() * end);
    const words = (length: number) => Array.from({ length }, () => draw(random)).join(' ');
    const sentence = (length: number) => `${capitalized(words(length))}.`;
    const paragraph = (): ExportBlock => ({
      kind: 'paragraph',
      words: Array.from({ length: 4 }, () => sentence(8 + below(6))).join(' '),
      link: below(3) === 0 ? { words: words(2), to: `/${slugOf(below(number + 1))}/` } : null,
    });
    const blocks: ExportBlock[] = [
      paragraph(),
      {
        kind: 'picture',
        path: `2014/0${1 + (number % 9)}/picture-${number % 40}.jpg`,
        alt: words(4),
        caption: sentence(5),
      },
      { kind: 'heading', words: capitalized(words(3)) },
      paragraph(),
      { kind: 'list', items: [sentence(6), sentence(6), sentence(6)] },
      { kind: 'quote', words: sentence(12) },
      { kind: 'code', language: 'js', code: `const tea = ${number} < 7 && "hot";\n// ${words(4)}` },
      ...(number % 7 === 0 ? [{ kind: 'video', id: 'dQw4w9WgXcQ' } as const] : []),
      paragraph(),
    ];
    const tag = () => vocabulary[200 + below(30)] ?? '';
    return {
      title: `${capitalized(words(5))} & more ${number}`,
      slug: slugOf(number),
      date: OLDEST + number * 3 * DAY,
      tags: [...new Set([tag(), tag(), tag()])],
      blocks,
    };
  };
}

/** As long as the slugs of real blogs: a long part of a text keeps the whole text in memory, a short part does not. */
const slugOf = (number: number) => `text-${number}-of-the-old-blog`;

function realText(file: string, round: number): Pick<ExportText, 'title' | 'blocks'> {
  const { front, body } = readPostSource(readFileSync(path.join(corpus, file), 'utf8'));
  const blocks = fromMarkdown(body).children.flatMap(blockOf);
  return { title: round === 0 ? front.title : `${front.title} (${round + 1})`, blocks };
}

function blockOf(node: Nodes): ExportBlock[] {
  const words = plain(textOf(node));
  if (node.type === 'code') return [{ kind: 'code', language: node.lang ?? 'text', code: node.value }];
  if (words === '') return [];
  if (node.type === 'heading') return [{ kind: 'heading', words }];
  if (node.type === 'blockquote') return [{ kind: 'quote', words }];
  if (node.type === 'list')
    return [{ kind: 'list', items: node.children.map((item) => plain(textOf(item))).filter((item) => item !== '') }];
  return node.type === 'paragraph' ? [{ kind: 'paragraph', words, link: null }] : [];
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
