import { expect, test } from 'vitest';
import { missingSources } from './judge-sources.ts';
import { readJudgedText } from './judged-text.ts';

const said = (content: string) => missingSources(readJudgedText(content)).map(({ says }) => says);

test('what nobody has said is no quotation', () => {
  for (const content of [
    'I always say "just get it working first and then make it better later on." So we did.',
    'We made a point of responding “I don’t know offhand,” or, “We’ll have to do some research to answer that one.”',
    'Ask the question _“What is the proper technology, and what process should we use for it?”_ first.',
    'Having to pause and say, “*um, there was something else I wanted to ask but I forgot it*,” is awkward.',
    'It used to be: “Oh, just wait a couple of days and then we will get back to you.”',
  ]) {
    expect(said(content), content).toEqual([]);
  }
  for (const content of [
    'The seller says: “I have never sold a kettle to anyone who would ever clean it.”',
    'As she said, “you will find it where you have put it, and never where you look.”',
    '“You will find it where you have put it, and never where you look for it,” he said.',
  ]) {
    expect(said(content), content).toEqual(['A quotation has no link to its source.']);
  }
});

test('a quotation of several paragraphs, or a list in one, is told once', () => {
  expect(said('> 1. Close the door.\n> 2. Open the window.\n>\n> And then wait.\n\nSo it is.')).toHaveLength(1);
  expect(said('> One.\n\nBetween.\n\n> Two.')).toHaveLength(2);
});

test('a way of speaking, a demand, a mark and a name are no figures', () => {
  for (const content of [
    'Estimates will never be 100 percent right.',
    'We should be spending 80 percent of it on engineering.',
    'That was like a 7 out of 10.',
    'Groups range from “$200 and under” on.',
  ]) {
    expect(said(content), content).toEqual([]);
  }
  expect(said('More than 80 percent of them fail.')).toEqual(['“80 percent” has no link to its source.']);
});
