import type { ChosenModel } from '../chosen-model.ts';

/** Families of models that can be shown pictures, by what their names begin with or hold, without their maker's prefix. */
const SEEING =
  /^(?:gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-5|chatgpt-4o|o[134]\b|claude-(?:3|opus|sonnet|haiku)|gemini|gemma-?3|pixtral|mistral-(?:small-3|medium-3)|llama-?4|grok-(?:4|2-vision)|qwen[\w.]*-?vl|llava|bakllava|minicpm-v|moondream|granite[\w.]*-vision)|vision/i;

/**
 * Whether a text model can be shown pictures: as the owner says, or as far as its name tells ("openai/gpt-4o-mini",
 * "llama3.2-vision:11b").
 */
export function seesPictures({ model, sees = 'by-name' }: Pick<ChosenModel, 'model' | 'sees'>): boolean {
  return sees !== 'by-name' ? sees === 'yes' : SEEING.test(model.replace(/^.*\//, ''));
}
