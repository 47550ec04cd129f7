import { part } from './suggestion-outputs.ts';

/** Returns what a model could find in a post; null for any prompt that is not a second reading's. */
export function readingOutput(prompt: string): string | null {
  if (!prompt.startsWith('You are the second reader of a blog post')) return null;
  const content = part(prompt, 'The post, as Markdown');
  const [opening = ''] = /^[A-Z][^.!?\n]*[.!?]/m.exec(content) ?? [];
  const [, doubtful = ''] = /([^.!?\n]*\d[^.!?\n]*[.!?])/.exec(content) ?? [];
  const found = [
    {
      kind: 'weak-opening',
      quote: opening,
      says: 'The first sentence gives no reason to read on.',
      advice: 'Begin with what the reader will be able to do.',
    },
    ...(doubtful === ''
      ? []
      : [
          {
            kind: 'doubtful-fact',
            quote: doubtful.trim(),
            says: 'This figure is given without saying where it comes from.',
            advice: 'Name the source, or say it without the figure.',
          },
        ]),
    {
      kind: 'contradiction',
      quote: 'as everybody in the trade has always known',
      says: 'The end takes back what the beginning promised.',
      advice: 'Decide which of both holds.',
    },
    {
      kind: 'missing',
      quote: '',
      says: 'The reader is not told how long it takes.',
      advice: 'Say how many minutes a week it needs.',
    },
  ];
  return JSON.stringify(found, null, 2);
}
