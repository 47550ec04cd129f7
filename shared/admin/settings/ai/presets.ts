import type { AiModel, ProviderKind } from '#shared/contract/ai-providers.ts';

/** The values that the form fills in for a kind of provider, so that only the key is left to enter. */
export interface ProviderPreset {
  name: string;
  address: string;
  /** Where to get a key, or that no key is needed. */
  keyHint: string;
  models: readonly AiModel[];
}

type Sizes = Pick<AiModel, 'contextLimit' | 'maxOutputTokens'>;
const LONG: Sizes = { contextLimit: 128_000, maxOutputTokens: 16_384 };
/** The sizes that programs on the owner's own computer usually support. */
const SMALL: Sizes = { contextLimit: 32_768, maxOutputTokens: 8192 };

const text = (name: string, [priceInput, priceOutput]: [number | null, number | null], sizes = LONG): AiModel => {
  return { name, use: 'text', priceInput, priceOutput, pricePicture: null, ...sizes };
};
const picture = (name: string, pricePicture: number): AiModel => {
  return { name, use: 'picture', priceInput: null, priceOutput: null, pricePicture, ...LONG };
};
const NO_KEY = 'None is needed, unless you have set one there.';

/** The prices are those that the providers published in the spring of 2026; the owner can change each. */
export const PRESETS: Record<ProviderKind, ProviderPreset> = {
  openai: {
    name: 'OpenAI',
    address: 'https://api.openai.com/v1',
    keyHint: 'From platform.openai.com, API keys.',
    models: [
      text('gpt-4o', [2.5, 10]),
      text('gpt-4o-mini', [0.15, 0.6]),
      text('gpt-4.1', [2, 8], { contextLimit: 1_000_000, maxOutputTokens: 32_768 }),
      picture('gpt-image-1', 0.25),
    ],
  },
  anthropic: {
    name: 'Anthropic',
    address: 'https://api.anthropic.com/v1',
    keyHint: 'From console.anthropic.com, API keys.',
    models: [
      text('claude-sonnet-4-5', [3, 15], { contextLimit: 200_000, maxOutputTokens: 16_384 }),
      text('claude-haiku-4-5', [1, 5], { contextLimit: 200_000, maxOutputTokens: 16_384 }),
    ],
  },
  google: {
    name: 'Google',
    address: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyHint: 'From aistudio.google.com, API keys.',
    models: [text('gemini-2.5-flash', [0.3, 2.5], { contextLimit: 1_000_000, maxOutputTokens: 16_384 })],
  },
  openrouter: {
    name: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    keyHint: 'From openrouter.ai, Keys. It tells what each call cost.',
    models: [text('openrouter/auto', [null, null])],
  },
  ollama: { name: 'Ollama', address: 'http://127.0.0.1:11434/v1', keyHint: NO_KEY, models: [] },
  'lm-studio': { name: 'LM Studio', address: 'http://127.0.0.1:1234/v1', keyHint: NO_KEY, models: [] },
  vllm: { name: 'vLLM', address: 'http://127.0.0.1:8000/v1', keyHint: NO_KEY, models: [] },
  litellm: { name: 'LiteLLM', address: 'http://127.0.0.1:4000/v1', keyHint: 'One of your proxy’s keys.', models: [] },
  other: { name: '', address: '', keyHint: 'As its provider gave it to you; empty for none.', models: [] },
};

const FREE: readonly ProviderKind[] = ['ollama', 'lm-studio', 'vllm'];

/** Returns a model as it is added to a profile: free of charge if it runs on the owner's own computer. */
export function newModel(kind: ProviderKind, name: string): AiModel {
  const isFree = FREE.includes(kind);
  return isFree ? text(name, [0, 0], SMALL) : text(name, [null, null]);
}
