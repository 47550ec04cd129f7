import { estimateTokens } from '#server/workers/tokens-estimate.ts';
import type { AiTokens, generateImage } from '#shared/contract/ai.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { type UploadedImage, uploadedImage } from '#shared/contract/images.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ImageService } from '../images.ts';
import type { Admission } from './admission.ts';
import { withAttempts } from './attempts.ts';
import { picturePrompt, pictureTexts } from './built-in-prompts.ts';
import type { AiLimits, ChosenModel } from './chosen-model.ts';
import type { Models } from './models.ts';
import type { AdmittedWork, PaidWork, Spending } from './paid-work.ts';
import { imageCost, textCost } from './pricing.ts';
import type { TextCall } from './text-calls.ts';
import type { TokenCounter } from './token-counter.ts';
import { type WriterOptions, writeText } from './write-text.ts';

export interface PaidWorkOptions {
  admission: Admission;
  models: Pick<Models, 'choose'>;
  writer: WriterOptions;
  counter: TokenCounter;
  images: Pick<ImageService, 'add' | 'update'>;
}

/** A picture arrives all at once, so the provider may be silent this many times as long as for a text. */
const PICTURE_PATIENCE = 1.6;

/** Has the model write a text; `chosen` is the model when it is not the one of the step. */
export function textWork<Answer>(
  { admission, models, writer, counter }: PaidWorkOptions,
  { prompt, pictures, answerOf, ...asked }: TextCall<Answer>,
  chosen?: ChosenModel,
): PaidWork<Answer> {
  const count = async (text: string) => (await counter.count(text)).tokens;
  return {
    ...asked,
    async admit() {
      const by = chosen ?? (await models.choose('text', asked.step));
      const { provider, redact, prices, limits, model, providerId } = by;
      const { promptTokens } = await admission.text(prompt, by, pictures?.length);
      const costOf = (input: number, output: number) => textCost(prices, input, output);
      const maxOutputTokens = asked.maxOutputTokens ?? limits.output;
      return {
        ...{ promptTokens, model, providerId, costOf, count },
        async run(live, spending) {
          try {
            const written = await writeText(
              { ...writer, provider, redact, maxOutputTokens, pictures },
              prompt,
              live,
              spending,
            );
            forgetLie(spending, { promptTokens, output: live.text, limits });
            spending.usage ??= { promptTokens, completionTokens: await count(written.output) };
            const usage = tokensOf(spending.usage, costOf);
            return { answer: await answerOf({ ...written, usage }), finishReason: written.finishReason };
          } finally {
            forgetLie(spending, { promptTokens, output: live.text, limits });
          }
        },
      };
    },
  };
}

/** Has a picture generated, and stores it. */
export function pictureWork(
  { admission, models, writer, images }: PaidWorkOptions,
  { body, key }: { body: BodyOf<typeof generateImage>; key: string | undefined },
): PaidWork<UploadedImage> {
  const prompt = picturePrompt(body);
  return {
    call: 'generateImage',
    key,
    body,
    parse: (answer) => uploadedImage.parse(answer),
    textOf: () => '',
    async admit() {
      const chosen = await models.choose('picture');
      const { provider, prices, model, providerId } = chosen;
      const { promptTokens } = await admission.picture(prompt, chosen);
      return {
        ...{ promptTokens, model, providerId },
        costOf: (tokens) => (tokens === 0 ? 0 : imageCost(prices)),
        count: async () => 0,
        async run({ signal }, spending) {
          const { timers, random, silence } = writer;
          const waiting = { timers, random, silence: silence * PICTURE_PATIENCE, signal, spending };
          const picture = await withAttempts(waiting, (attempt) => {
            return provider.picture({ prompt, signal: attempt.signal });
          });
          spending.usage = picture.usage;
          const answer = await storePicture(images, picture.bytes, pictureTexts(body));
          return { answer, finishReason: null };
        },
      };
    },
  };
}

function tokensOf(
  { promptTokens, completionTokens, costUsd }: NonNullable<Spending['usage']>,
  costOf: AdmittedWork<unknown>['costOf'],
): AiTokens {
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    costUsd: costUsd ?? costOf(promptTokens, completionTokens),
  };
}

interface Seen {
  /** According to our own count. */
  promptTokens: number;
  output: string;
  limits: Pick<AiLimits, 'context'>;
}

/** The counts of two tokenizers differ by less than this factor. */
const TOKENIZER_FACTOR = 5;

/**
 * Whether the number of tokens that a provider reported is possible: not fewer than a fifth of ours, which would let
 * the spending pass a monthly limit unseen, and not more than the model accepts, which would use the limit up. Only the
 * provider counts the hidden reasoning of a model, so an answer may have many more tokens than its text.
 */
function isBelievable(
  told: { promptTokens: number; completionTokens: number },
  { promptTokens, output, limits }: Seen,
): boolean {
  const fewest = {
    prompt: promptTokens / TOKENIZER_FACTOR,
    completion: estimateTokens(output) / (2 * TOKENIZER_FACTOR),
  };
  const isTooLittle =
    told.promptTokens < Math.floor(fewest.prompt) || told.completionTokens < Math.floor(fewest.completion);
  return !isTooLittle && told.promptTokens <= limits.context && told.completionTokens <= limits.context;
}

/**
 * Discards reported usage that is impossible; the tokens are then counted here, and the cost follows from the prices.
 */
function forgetLie(spending: Spending, seen: Seen): void {
  if (spending.usage !== null && !isBelievable(spending.usage, seen)) spending.usage = null;
}

/**
 * Puts a picture that the provider has made into the library. Throws AppError `picture_refused` for a file that is not
 * a picture we accept.
 */
async function storePicture(
  images: Pick<ImageService, 'add' | 'update'>,
  bytes: Buffer,
  texts: { title: string; alt: string },
): Promise<UploadedImage> {
  try {
    const { filename } = await images.add(bytes, { isAiMade: true });
    const image = await images.update(filename, texts);
    return { ...image, imageUrl: image.url };
  } catch (error) {
    if (error instanceof AppError && error.code === 'payload_too_large')
      throw new AppError('picture_refused', { message: 'The picture the AI provider made is larger than 10 MB.' });
    throw error;
  }
}
