import fc from 'fast-check';
import { readPostSource } from '#shared/content/front-matter/front-matter.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { writeFrontMatter } from '#shared/content/front-matter/write-front-matter.ts';
import { readYamlRecord, type YamlValue } from '#shared/content/front-matter/yaml-record.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { fromWords, mutatedTexts } from '../mutations.ts';

const SAMPLES = [
  '---\ntitle: Tea\nslug: tea\ndate: 2024-01-31T09:00:00Z\ntags: [green, "black: no"]\nauthors:\n  - name: Ada\n  - Grace\ndraft: no\n---\n# Tea\n\nWords.\n',
  '---\r\ntitle: "It’s \\"tea\\"\r\n  over lines"\r\ncategories: cooking\r\nexcerpt: >\r\n  folded\r\n  text\r\nimage: /uploads/a.jpg\r\nimageAlt: |\r\n  kept\r\n---\r\nBody\r\n',
  '---\ntitle: &t Tea\nmeta_title: *t\nseries: {name: x, number: 3}\nseriesNumber: 2\nupdated: 2024-02-30\nreadTime: 4\n...\nText',
];
const WORDS = [
  ...[
    '---\n',
    '...\n',
    'title: ',
    'slug: ',
    'date: ',
    'tags:\n  - ',
    'authors: ',
    ': ',
    '- ',
    '? ',
    '|\n  ',
    '>-\n  ',
    '\n',
    '\n  ',
  ],
  ...[
    '[',
    ']',
    '{',
    '}',
    ',',
    '&a ',
    '*a',
    '<<: *a',
    '!!js/function x',
    '!!binary ',
    '!<tag:x> ',
    '%YAML 1.1\n',
    '#',
    '"',
    "'",
  ],
  ...[
    'null',
    '~',
    'true',
    'no',
    '2024-01-31',
    '1e309',
    '0x1f',
    '__proto__: ',
    'constructor: ',
    '"\\ud83d"',
    '\t',
    '\ufeff',
  ],
];

const plain = (values: ReadonlyMap<string, YamlValue>): Record<string, YamlValue> =>
  Object.assign(Object.create(null), Object.fromEntries(values)) as Record<string, YamlValue>;

/** For texts, writing what was read and reading it again must give the same; nothing writes other values. */
function mustComeBack(source: string): void {
  const texts = [...readYamlRecord(source).values].filter(([, value]) => typeof value === 'string' && value !== '');
  const written = writeFrontMatter(Object.fromEntries(texts)).replace(/^---\n|---\n$/g, '');
  const again = texts.length === 0 ? new Map() : readYamlRecord(written).values;
  must(JSON.stringify(plain(again)) === JSON.stringify(plain(new Map(texts))), `not read as it was: ${written}`);
}

/** Markdown files with front matter, as in imports and in the owner's own files. */
export function frontMatterTarget(): FuzzTarget {
  return asTarget<string>({
    name: 'front matter',
    cost: 2,
    inputs: fc.oneof(
      mutatedTexts(SAMPLES, WORDS),
      fromWords(WORDS).map((text) => `---\ntitle: a\n${text}\n---\n`),
    ),
    parse(file) {
      try {
        const source = readPostSource(file);
        must(file.endsWith(source.body), 'the body is none of the file');
        must(source.front.title.trim() !== '', 'no title');
        must(source.bodyLine >= 1 && source.bodyLine <= file.split('\n').length, `line ${source.bodyLine}`);
        must(Object.getPrototypeOf(source.front) === Object.prototype, 'a prototype of its own');
        const [, yaml = ''] = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)(?:^|\n)(?:---|\.\.\.)/.exec(file) ?? [];
        mustComeBack(yaml.replace(/\r\n/g, '\n'));
        return true;
      } catch (error) {
        if (error instanceof ImportFault) return false;
        throw error;
      }
    },
  });
}
