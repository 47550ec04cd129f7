/** Returns the part of a suggestion prompt's material that has this name. */
export function part(prompt: string, name: string): string {
  const at = prompt.indexOf(`\n${name}`);
  if (at < 0) return '';
  const fence = /<{3,}(?=\n)/.exec(prompt.slice(at))?.[0] ?? '<<<';
  const start = prompt.indexOf(`${fence}\n`, at) + fence.length + 1;
  return prompt.slice(start, prompt.indexOf(`\n${'>'.repeat(fence.length)}`, start));
}

type Write = (prompt: string, text: string) => string;

/** The beginning of each kind's instruction, and the answer to it. */
const ANSWERS: readonly [begins: string, write: Write][] = [
  ['Write the text anew', (_, text) => text.replace(/\b(\w+), (\w+)\b/g, '$1 and $2').replace(/^(\w)/, 'Put anew: $1')],
  ['Make the text about half as long again', (_, text) => `${text.trim()} And there is more to say: it takes a week.`],
  ['Make the text about half as long', (_, text) => `${text.trim().split(/(?<=[.!?])\s/)[0] ?? text}`],
  ['Say the same in plainer words', (_, text) => text.replace(/\butili[sz]e/g, 'use').replace(/^(\w)/, 'Plainly: $1')],
  ['Translate the text into', (prompt, text) => `[${/Translate the text into ([^.]+)\./.exec(prompt)?.[1]}] ${text}`],
  ['Do this with the text', (_, text) => `${text.trim()}\n\nDone as asked.`],
  ['Write what comes next', () => 'What comes next is the part nobody plans for: the second week.'],
  ['Find the errors', (_, text) => JSON.stringify(errorsIn(text))],
  ['Find up to five places', (prompt, text) => JSON.stringify(linksIn(text, part(prompt, 'Link targets')))],
  ['Write the alternative text', (prompt) => altTexts(part(prompt, 'Pictures:'))],
  ['Propose six headlines', (prompt) => headlines(part(prompt, 'Title of the post'))],
  ['Propose three excerpts', () => excerpts('What a reader can do on Monday morning')],
  ['Propose three titles', () => 'Begin on Monday\nA week of small beginnings\nThe first week, day by day'],
  ['Propose three descriptions', () => excerpts('A plan for the first week, with what to leave out')],
  ['Choose up to six tags', (prompt) => [...part(prompt, 'Tags, ').split('\n').slice(0, 2), 'invented-tag'].join('\n')],
];

/** Returns what a model could answer to a suggestion's prompt; null for any other prompt. */
export function suggestionOutput(prompt: string): string | null {
  if (!prompt.startsWith('You help the author of a blog with one post.')) return null;
  const found = ANSWERS.find(([begins]) => prompt.includes(`\n${begins}`));
  return found?.[1](prompt, part(prompt, 'The text:')) ?? null;
}

const MISSPELT: readonly [wrong: string, right: string][] = [
  ['teh ', 'the '],
  ['recieve', 'receive'],
  ['its a ', 'it’s a '],
  ['alot', 'a lot'],
];

function errorsIn(text: string) {
  return MISSPELT.flatMap(([wrong, right]) => {
    const at = text.indexOf(wrong);
    if (at < 0) return [];
    const word = /^\S*\s?\S*/.exec(text.slice(at + wrong.length))?.[0] ?? '';
    return [{ quote: wrong + word, replacement: right + word, why: 'Spelling' }];
  });
}

function linksIn(text: string, targets: string) {
  const words = [...text.matchAll(/^[A-Z][\w ]+? \w+/gm)].map(([quote]) => quote);
  return targets.split('\n').flatMap((line, index) => {
    const quote = words[index];
    return quote === undefined ? [] : [{ quote, slug: line.slice(0, line.indexOf(':')), why: 'The same subject' }];
  });
}

function altTexts(pictures: string): string {
  return pictures
    .split('\n')
    .map(
      (line, index) =>
        `${index + 1}: A narrow street in the rain, ${/shown to you/.test(line) ? 'as seen' : 'as told'}`,
    )
    .join('\n');
}

function headlines(title: string): string {
  const name = title.trim() === '' ? 'this' : title.trim().slice(0, 40);
  return [
    `1. ${name}, told plainly`,
    `2. What nobody says of ${name}`,
    `3. ${name}: a week of it`,
    '4. Begin on Monday',
    '5. “The small way round”',
    '6. How long does it take?',
  ].join('\n');
}

const excerpts = (what: string) => [`${what}.`, `${what}, and why it lasts.`, `${what}, in five minutes.`].join('\n');
