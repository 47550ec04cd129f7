import type { StepId } from '#shared/workflow/steps.ts';
import type { KnownSteps } from './step-outputs.ts';

/** Sentences this long tell the prompts apart. */
const LONG = 60;

/** Says which step a prompt belongs to; null for none. A few sentences changed by the owner do no harm. */
export function createStepOf({ steps, prompts, outputs }: KnownSteps): (prompt: string) => StepId | null {
  const texts = steps.map(({ id }) => ({ id, text: prompts[id] ?? '' }));
  // Per step, the sentences of its prompt that stand in no other.
  const marks = texts.map(({ id, text }) => {
    const others = texts.filter((other) => other.id !== id);
    const sentences = text.split(/\n/).filter((line) => line.length >= LONG && !line.includes('{{'));
    return { id, own: sentences.filter((line) => !others.some((other) => other.text.includes(line))) };
  });
  return (prompt) => {
    const scores = marks.map(({ id, own }) => ({
      id,
      share: own.filter((line) => prompt.includes(line)).length / Math.max(1, own.length),
    }));
    const best = scores.reduce((a, b) => (b.share > a.share ? b : a));
    if (best.share >= 0.3) return best.id;
    const head = prompt.slice(0, 4000);
    // Later steps first: their prompts speak of the outputs of earlier ones.
    return steps.findLast(({ id }) => outputs[id]?.words.test(head))?.id ?? null;
  };
}
