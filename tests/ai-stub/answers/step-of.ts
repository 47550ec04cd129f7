import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';

/** Sentences this long tell the prompts apart. */
const LONG = 60;

/** Per step, the sentences of its prompt that stand in no other. */
const marks = Object.entries(DEFAULT_PROMPTS).map(([number, prompt]) => {
  const others = Object.entries(DEFAULT_PROMPTS).flatMap(([other, text]) => (other === number ? [] : [text]));
  const sentences = prompt.split(/\n/).filter((line) => line.length >= LONG && !line.includes('{{'));
  return { step: Number(number), own: sentences.filter((line) => !others.some((other) => other.includes(line))) };
});

/** Words by which the owner's own prompts may be recognised, later steps first. */
const words: [step: number, words: RegExp][] = [
  [9, /\brefine/i],
  [8, /\b(write|draft)\b.*\b(blog )?posts\b/i],
  [7, /\boutlines?\b/i],
  [6, /\bkeywords?\b/i],
  [5, /\btitles?\b/i],
  [4, /\bSEO\b/],
  [3, /\bemotional truths?\b/i],
  [2, /\bproblem\b.*\bgoal\b/i],
  [1, /\b(buyer )?avatar\b/i],
];

/** Which of the nine steps a prompt belongs to; null for none. A few sentences changed by the owner do no harm. */
export function stepOf(prompt: string): number | null {
  const scores = marks.map(({ step, own }) => ({
    step,
    share: own.filter((line) => prompt.includes(line)).length / Math.max(1, own.length),
  }));
  const best = scores.reduce((a, b) => (b.share > a.share ? b : a));
  if (best.share >= 0.3) return best.step;
  const head = prompt.slice(0, 4000);
  return words.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
}
