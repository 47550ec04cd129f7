import type { WorkspaceDocument } from './document.ts';

export type PromptDocument = WorkspaceDocument<'prompt'>;

// A prompt is saved by one press, as a whole, and goes to a paid service as it is. Merged letter by letter, two that
// were saved apart from each other would stand one behind the other, and two that are alike twice. So each saved prompt
// is one field under a name of its own, and `saved` names the one that counts: two devices agree on one of theirs, and
// still have the other. Documents of earlier versions of the app keep the prompt in the text `prompt`.

const SAVED = 'saved:';
const TYPED = 'typed:';

/** The prompt that counts; empty where there is none. */
export function savedPrompt(document: PromptDocument): string {
  return savedTexts(document).get(`${SAVED}${String(document.field('saved'))}`) ?? document.text('prompt');
}

/** Puts a prompt in the place of all that are known here. `name` is one nobody else has. */
export function savePrompt(document: PromptDocument, name: string, prompt: string): void {
  document.change('program', () => {
    for (const key of savedTexts(document).keys()) document.setField(key, undefined);
    document.setField(SAVED + name, prompt.toWellFormed());
    document.setField('saved', name);
  });
}

/** Takes out what was saved elsewhere at the same moment as the prompt that counts, and gives what it does not say. */
export function takeOutdone(document: PromptDocument): string[] {
  const counting = `${SAVED}${String(document.field('saved'))}`;
  const outdone = [...savedTexts(document)].filter(([key]) => key !== counting);
  if (outdone.length === 0) return [];
  document.change('program', () => {
    for (const [key] of outdone) document.setField(key, undefined);
  });
  return [...new Set(outdone.map(([, text]) => text))].filter((text) => text !== savedPrompt(document));
}

function savedTexts(document: PromptDocument): Map<string, string> {
  const found = Object.entries(document.fields()).filter(([key]) => key.startsWith(SAVED));
  return new Map(found.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : [])).sort());
}

/** What was typed and not saved. `name` tells one such text from another. */
interface TypedPrompt {
  readonly name: string;
  readonly text: string;
}

/** Documents of earlier versions of the app have one such text, without a name. */
const UNNAMED = '';

/**
 * What was typed into the editor of a prompt. Whoever begins to type begins a text of its own, so that two devices that
 * begin at once have two, in the same order everywhere; whoever goes on with one merges with the others letter by letter.
 * Those that are alike are one.
 */
export function typedPrompts(document: PromptDocument): TypedPrompt[] {
  const names = Object.keys(document.fields()).filter((key) => key.startsWith(TYPED));
  const named = names.sort().map((key) => ({ name: key.slice(TYPED.length), text: document.text(key as 'typed:') }));
  const all = [{ name: UNNAMED, text: document.text('prompt') }, ...named].filter(({ text }) => text !== '');
  return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
}

/** Makes one of these texts what its editor says. */
export function typePrompt(document: PromptDocument, name: string, text: string): void {
  document.change('program', () => {
    if (name === UNNAMED) return document.setText('prompt', text);
    // Written anew each time: what is typed on stays, although another device lets go of the text meanwhile.
    document.setField(TYPED + name, document.field(TYPED + name) === 1 ? 2 : 1);
    document.setText(`typed:${name}`, text);
  });
}

/** Lets go of one of these texts, and of those that say the same. */
export function forgetTyped(document: PromptDocument, name: string): void {
  const text = textOf(document, name);
  document.change('program', () => {
    if (document.text('prompt') === text) document.setText('prompt', '');
    for (const key of Object.keys(document.fields())) {
      const isOne = key.startsWith(TYPED) && textOf(document, key.slice(TYPED.length)) === text;
      if (isOne) document.setField(key, undefined);
    }
  });
}

function textOf(document: PromptDocument, name: string): string {
  return document.text(name === UNNAMED ? 'prompt' : `typed:${name}`);
}
