import type { AiTokens, generateImage } from '#shared/contract/ai.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { type UploadedImage, uploadedImage } from '#shared/contract/images.ts';
import type { ImageService } from '../images.ts';
import type { Admission } from './admission.ts';
import { withAttempts } from './attempts.ts';
import { picturePrompt, pictureTexts } from './built-in-prompts.ts';
import type { LiveCall } from './live-call.ts';
import type { PaidWork, Spending } from './paid-work.ts';
import { imageCost, type Prices, textCost } from './pricing.ts';
import { storePicture } from './store-picture.ts';
import type { TextCall } from './text-calls.ts';
import type { TokenCounter } from './token-counter.ts';
import { type WriterOptions, writeText } from './write-text.ts';

interface PaidWorkOptions {
  admission: Admission;
  writer: WriterOptions;
  counter: TokenCounter;
  prices: Prices;
  images: Pick<ImageService, 'add' | 'update'>;
}

/** A picture comes all at once: it may take this many times as long as a text may be silent. */
const PICTURE_PATIENCE = 1.6;

/** Has the model write a text. */
export function textWork<Answer>(
  { admission, writer, counter, prices }: PaidWorkOptions,
  { prompt, answerOf, ...asked }: TextCall<Answer>,
): PaidWork<Answer> {
  const costOf = (promptTokens: number, completionTokens: number) => textCost(prices, promptTokens, completionTokens);
  const count = async (text: string) => (await counter.count(text)).tokens;

  /** What the model wrote, with what it took. */
  async function write(live: LiveCall<Answer>, spending: Spending) {
    const written = await writeText(writer, prompt, live, spending);
    spending.usage ??= {
      promptTokens: (await counter.countPrompt(prompt)).tokens,
      completionTokens: await count(written.output),
    };
    return { ...written, usage: tokensOf(spending.usage, costOf) };
  }

  return {
    ...asked,
    model: writer.provider.textModel,
    admit: () => admission.text(prompt),
    costOf,
    count,
    async run(live, spending) {
      const written = await write(live, spending);
      return { answer: answerOf(written), finishReason: written.finishReason };
    },
  };
}

/** Has a picture made, and stores it. */
export function pictureWork(
  { admission, writer, prices, images }: PaidWorkOptions,
  { body, key }: { body: BodyOf<typeof generateImage>; key: string | undefined },
): PaidWork<UploadedImage> {
  const prompt = picturePrompt(body);
  return {
    call: 'generateImage',
    key,
    body,
    model: writer.provider.imageModel,
    admit: () => admission.picture(prompt),
    costOf: (promptTokens) => (promptTokens === 0 ? 0 : imageCost(prices)),
    count: async () => 0,
    parse: (answer) => uploadedImage.parse(answer),
    textOf: () => '',
    async run({ signal }, spending) {
      const { provider, timers, random, silence } = writer;
      const waiting = { timers, random, silence: silence * PICTURE_PATIENCE, signal, spending };
      const picture = await withAttempts(waiting, (attempt) => provider.picture({ prompt, signal: attempt.signal }));
      spending.usage = picture.usage;
      const answer = await storePicture(images, picture.bytes, pictureTexts(body));
      return { answer, finishReason: null };
    },
  };
}

function tokensOf(
  { promptTokens, completionTokens }: { promptTokens: number; completionTokens: number },
  costOf: PaidWork<unknown>['costOf'],
): AiTokens {
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    costUsd: costOf(promptTokens, completionTokens),
  };
}
