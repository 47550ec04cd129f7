import { DRAFT_SHAPE_RULES } from '#shared/workflow/prompts/draft-rules.ts';

interface PictureRequest {
  title: string;
  excerpt: string;
  targetMarket: string;
  customPrompt: string;
}

/** The prompt for a featured picture. The owner's own request comes first and takes precedence. */
export function picturePrompt({ title, excerpt, targetMarket, customPrompt }: PictureRequest): string {
  const wish = customPrompt.trim();
  return [
    wish === '' ? 'A featured picture for a blog post.' : wish,
    `The post: ${oneLine(title)}`,
    `What it is about: ${oneLine(excerpt)}`,
    ...(targetMarket.trim() === '' ? [] : [`Its readers: ${oneLine(targetMarket)}`]),
    'Landscape, one clear subject, natural light, room at the edges. No text, letters, logos or watermarks in the picture.',
  ].join('\n');
}

/** The picture's title in the library, and its alternative text; one line each. */
export function pictureTexts({ title, customPrompt }: PictureRequest): { title: string; alt: string } {
  const subject = oneLine(customPrompt) || oneLine(title);
  return { title: oneLine(title).slice(0, 300), alt: `Illustration: ${subject}`.slice(0, 300) };
}

/** Asks for a single post of a prompt again, in the form that can be read without guessing. `index` counts from 0. */
export function oneDraftPrompt(prompt: string, index: number): string {
  return `${prompt.trimEnd()}

## This time one post only

Write only post number ${index + 1} of those asked for above, anew and complete: another opening, other examples, the same promise. Where this disagrees with anything above about how many posts to write, this holds. Number the one block 1.

${DRAFT_SHAPE_RULES}
`;
}

/** Asks for the longest answer that the model gives; the diagnosis measures that length. */
export const LIMITS_PROMPT = `Write one continuous essay about the history of gardens, as long as you can make it. Do not sum up, do not end early, do not ask whether to go on. Use every token you are allowed. If you run out of periods, go on with regions, plants, tools and people, until you are cut off.`;

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
