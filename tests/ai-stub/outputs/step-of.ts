import type { StepId } from '#shared/workflow/steps.ts';
import type { KnownSteps } from './step-outputs.ts';

/** Sentences of this length distinguish the prompts. */
const LONG = 60;

/**
 * Returns a function that says to which step a prompt belongs; null for none. It still works if the owner has changed a
 * few sentences.
 */
export function createStepOf({ steps, prompts, outputs }: KnownSteps): (prompt: string) => StepId | null {
  const texts = steps.map(({ id }) => ({ id, text: prompts[id] ?? '' }));
  // For each step, the sentences of its prompt that are in no other prompt.
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
    // Later steps first, because their prompts mention the outputs of earlier steps.
    return steps.findLast(({ id }) => outputs[id]?.words.test(head))?.id ?? null;
  };
}
