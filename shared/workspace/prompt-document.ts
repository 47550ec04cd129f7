import type { WorkspaceDocument } from './document.ts';

export type PromptDocument = WorkspaceDocument<'prompt'>;

// A prompt is saved as a whole, by one click, and goes to a paid service unchanged. If prompts were merged letter by
// letter, two that were saved independently would stand one after the other, and two equal ones twice. So each saved
// prompt is one field under its own name, and `saved` names the one that counts: two devices agree on one of their
// prompts, and still have the other. Documents of earlier versions of the app keep the prompt in the text `prompt`.

const SAVED = 'saved:';
const TYPED = 'typed:';

/** Returns the prompt that counts; empty when there is none. */
export function savedPrompt(document: PromptDocument): string {
  return savedTexts(document).get(`${SAVED}${String(document.field('saved'))}`) ?? document.text('prompt');
}

/** Replaces all prompts that are known here. `name` must be unique. */
export function savePrompt(document: PromptDocument, name: string, prompt: string): void {
  document.change('program', () => {
    for (const key of savedTexts(document).keys()) document.setField(key, undefined);
    document.setField(SAVED + name, prompt.toWellFormed());
    document.setField('saved', name);
  });
}

/**
 * Removes the prompts that were saved elsewhere at the same time as the one that counts, and returns those whose text
 * differs from it.
 */
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

/** A text that was typed and not saved. `name` distinguishes such texts. */
interface TypedPrompt {
  readonly name: string;
  readonly text: string;
}

/** Documents of earlier versions of the app have one such text, without a name. */
const UNNAMED = '';

/**
 * Returns the texts typed into the editor of a prompt. Each device that begins to type begins its own text, so that two
 * devices that begin at the same time have two texts, in the same order everywhere; a device that continues a text
 * merges with the others letter by letter. Equal texts count as one.
 */
export function typedPrompts(document: PromptDocument): TypedPrompt[] {
  const names = Object.keys(document.fields()).filter((key) => key.startsWith(TYPED));
  const named = names.sort().map((key) => ({ name: key.slice(TYPED.length), text: document.text(key as 'typed:') }));
  const all = [{ name: UNNAMED, text: document.text('prompt') }, ...named].filter(({ text }) => text !== '');
  return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
}

/** Makes one of these texts equal to the text in its editor. */
export function typePrompt(document: PromptDocument, name: string, text: string): void {
  document.change('program', () => {
    if (name === UNNAMED) return document.setText('prompt', text);
    // Written anew each time: text that is typed further stays, even if another device drops it in the meantime.
    document.setField(TYPED + name, document.field(TYPED + name) === 1 ? 2 : 1);
    document.setText(`typed:${name}`, text);
  });
}

/** Drops one of these texts, and all texts equal to it. */
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
