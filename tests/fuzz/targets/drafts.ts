import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { projectRoot } from '#server/paths.ts';
import { parseDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { fromWords, mutatedTexts } from '../mutations.ts';

const WORDS = [
  ...[
    '```json\n',
    '```',
    '{',
    '}',
    '[',
    ']',
    '"title": "',
    '"content": "',
    '"drafts": [',
    ',',
    '\\n',
    '\\"',
    '\\u00e9',
    '\\ud83d',
    '\n',
    '\n\n',
  ],
  ...[
    '# ',
    '## ',
    'Title: ',
    'Slug: ',
    '**Title:** ',
    'Draft 1',
    '### Draft 2:',
    '---\n',
    '<draft>',
    '</draft>',
    '<title>',
    '</title>',
    '|',
    '|---|\n',
  ],
  ...[
    '<content><![CDATA[',
    ']]></content>',
    '1. ',
    'I cannot help with that.',
    'Here are the drafts:',
    '"__proto__":',
    'null',
    '1e309',
    '\u2028',
  ],
];

const folder = path.join(projectRoot(), 'shared/workflow/drafts/fixtures');
const samples = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:txt|md)$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((text) => text.length < 20_000);

/** Drafts in a model's answer, in any form. */
export function draftsTarget(): FuzzTarget {
  const found = samples();
  must(found.length > 10, 'there are no samples of outputs');
  return asTarget<string>({
    name: 'drafts of a model',
    cost: 3,
    inputs: fc.oneof(mutatedTexts(found, WORDS), fromWords(WORDS)),
    parse(output) {
      const { drafts, leftover } = parseDrafts(output, 'run');
      const length = drafts.reduce((sum, { content }) => sum + content.length, leftover.length);
      must(length <= 1000 + 3 * output.length, `${length} characters of drafts`);
      must(new Set(drafts.map(({ id }) => id)).size === drafts.length, 'two drafts of one name');
      must(
        JSON.stringify(parseDrafts(output, 'run').drafts) === JSON.stringify(drafts),
        'other drafts the second time',
      );
      return drafts.length > 0;
    },
  });
}
