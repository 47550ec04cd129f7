import { type SuggestionAnswer, type SuggestionBody, suggestionAnswer } from '#shared/contract/suggestions.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ChosenModel } from '../chosen-model.ts';
import type { PaidWork } from '../paid-work.ts';
import { textCost } from '../pricing.ts';
import { type PaidWorkOptions, textWork } from '../provider-work.ts';
import { INSTRUCTIONS } from './instructions.ts';
import type { ShownPicture, SuggestionMaterial } from './material.ts';
import { readSuggestion } from './read-suggestion.ts';
import { type Gathered, suggestionPrompt } from './suggestion-prompt.ts';

interface SuggestionOptions extends PaidWorkOptions {
  material: SuggestionMaterial;
}

/** A suggestion with all the data of its request. */
interface Prepared {
  chosen: ChosenModel;
  gathered: Gathered;
  shown: readonly ShownPicture[];
  prompt: string;
  /** The usual number of tokens of the answer. */
  answerTokens: number;
}

/**
 * Collects the data that is sent along. Throws AppError `ai_not_configured`, `ai_context_too_large`,
 * `content_too_complex`.
 */
async function prepare({ material, models, counter }: SuggestionOptions, body: SuggestionBody): Promise<Prepared> {
  const { kind, postId, categoryId, title, text } = body;
  const chosen = await models.choose('text');
  const isSeeing = kind === 'alt-texts' && seesPictures(chosen);
  const shown = isSeeing ? await material.pictures(body.pictures) : [];
  const gathered: Gathered = {
    codex: await material.codexOf(categoryId),
    tags: kind === 'tags' ? await material.tagNames() : [],
    targets:
      kind === 'links' ? await material.linkTargets({ ...(postId > 0 && { id: postId }), title, content: text }) : [],
    // Pictures that are not ours are not fetched: if there is one among them, no picture is sent, so that the numbers
    // stay right.
    isSeeing: isSeeing && shown.length === body.pictures.length,
  };
  if (kind === 'tags' && gathered.tags.length === 0) throw nothingToOffer('There are no tags yet to choose from.');
  if (kind === 'links' && gathered.targets.length === 0) {
    throw nothingToOffer('There is no other published post on the same that this text does not link yet.');
  }
  const { share, more } = INSTRUCTIONS[kind].takes;
  const answerTokens = Math.ceil(share * (await counter.count(text)).tokens) + more;
  if (answerTokens > chosen.limits.output) {
    const message = `An answer to this would have about ${answerTokens.toLocaleString('en-US')} tokens, and “${chosen.model}” writes ${chosen.limits.output.toLocaleString('en-US')} at the most. Select a part of the text.`;
    throw new AppError('ai_context_too_large', { message });
  }
  const pictures = gathered.isSeeing ? shown : [];
  return { chosen, gathered, shown: pictures, prompt: suggestionPrompt(body, gathered), answerTokens };
}

/** Nothing is bought when there is nothing to suggest. */
function nothingToOffer(message: string): AppError {
  return new AppError('invalid_input', { message, issues: [{ path: 'kind', message }] });
}

/**
 * Has the model help with a text. The data that is sent along is collected when the call is made, not for a stored
 * answer.
 */
export function suggestionWork(
  options: SuggestionOptions,
  body: SuggestionBody,
  key: string | undefined,
): PaidWork<SuggestionAnswer> {
  const asked = {
    ...{ call: 'suggest', key, body, categoryId: body.categoryId || undefined },
    parse: (answer: unknown) => suggestionAnswer.parse(answer),
    textOf: ({ output }: SuggestionAnswer) => output,
  };
  return {
    ...asked,
    async admit() {
      const { chosen, gathered, shown, prompt } = await prepare(options, body);
      const work = textWork<SuggestionAnswer>(
        options,
        {
          ...asked,
          prompt,
          pictures: shown,
          answerOf: ({ output, usage, model, finishReason }) => {
            const suggestion = readSuggestion({ output, finishReason }, body, gathered);
            return { output, usage, model, finishReason, suggestion };
          },
        },
        chosen,
      );
      return work.admit();
    },
  };
}

/** The approximate cost of a suggestion. Throws whatever the call itself would throw before anything is spent. */
export async function forecastSuggestion(
  options: SuggestionOptions,
  body: SuggestionBody,
): Promise<{ tokens: number; model: string; seesPictures: boolean; costUsd: number | null }> {
  const { chosen, prompt, shown, answerTokens } = await prepare(options, body);
  const { promptTokens: tokens } = await options.admission.text(prompt, chosen, shown.length);
  return {
    tokens,
    model: chosen.model,
    seesPictures: shown.length > 0,
    costUsd: textCost(chosen.prices, tokens, answerTokens),
  };
}

/** Families of models that accept pictures, by the beginning or a part of their names, without the maker's prefix. */
const SEEING =
  /^(?:gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-5|chatgpt-4o|o[134]\b|claude-(?:3|opus|sonnet|haiku)|gemini|gemma-?3|pixtral|mistral-(?:small-3|medium-3)|llama-?4|grok-(?:4|2-vision)|qwen[\w.]*-?vl|llava|bakllava|minicpm-v|moondream|granite[\w.]*-vision)|vision/i;

/**
 * Whether a text model accepts pictures: as the owner says, or according to its name ("openai/gpt-4o-mini",
 * "llama3.2-vision:11b").
 */
export function seesPictures({ model, sees = 'by-name' }: Pick<ChosenModel, 'model' | 'sees'>): boolean {
  return sees !== 'by-name' ? sees === 'yes' : SEEING.test(model.replace(/^.*\//, ''));
}
