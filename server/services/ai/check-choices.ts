import type { AiChoices, AiModelUse, AiProviderProfile } from '#shared/contract/ai-providers.ts';
import { refusedField } from './refused-field.ts';

/** Throws AppError `invalid_input` where a model is chosen that none of the profiles has, or a step is named twice. */
export function checkChoices(choices: AiChoices, known: readonly AiProviderProfile[]): void {
  const check = (path: string, choice: { providerId: number; model: string } | null, use: AiModelUse) => {
    if (!choice) return;
    const profile = known.find(({ id }) => id === choice.providerId);
    const isThere = profile?.models.some(({ name, use: its }) => name === choice.model && its === use);
    if (!isThere) throw refusedField(path, `There is no such model any more: “${choice.model}”. Choose another.`);
  };
  check('text', choices.text, 'text');
  check('picture', choices.picture, 'picture');
  check('secondReader.model', choices.secondReader?.model ?? null, 'text');
  for (const [at, step] of choices.steps.entries()) check(`steps.${at}`, step, 'text');
  if (new Set(choices.steps.map(({ stepId }) => stepId)).size < choices.steps.length) {
    throw refusedField('steps', 'A step is named twice.');
  }
}
