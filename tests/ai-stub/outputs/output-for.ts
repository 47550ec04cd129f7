import { type StepId, stepNumber } from '#shared/workflow/steps.ts';
import { seededRandom, seedOf } from '../random.ts';
import { type Article, articlesFor } from './articles.ts';
import { asBlocks, SHAPES } from './draft-shapes.ts';
import { materialOf } from './material.ts';
import { readingOutput } from './reading-outputs.ts';
import { createStepOf } from './step-of.ts';
import { type KnownSteps, SHIPPED } from './step-outputs.ts';
import { suggestionOutput } from './suggestion-outputs.ts';

const NAMES = ['Dana', 'Marisol', 'Priya', 'Joanne', 'Keisha', 'Beth'];

export interface MadeOutput {
  output: string;
  /** The number of the step to which the prompt belongs; null for any other prompt. */
  step: number | null;
}

/**
 * Returns plausible outputs for prompts, the same for the same prompt and seed. For the drafts the seed chooses among
 * five forms; without a seed (null) it is derived from the prompt.
 */
export function createOutputs(known: KnownSteps = SHIPPED): (prompt: string, seed: number | null) => MadeOutput {
  const stepOf = createStepOf(known);
  return (prompt, seed) => {
    const suggested = suggestionOutput(prompt) ?? readingOutput(prompt);
    return suggested === null ? outputFor(prompt, seed, known, stepOf(prompt)) : { step: null, output: suggested };
  };
}

function outputFor(prompt: string, seed: number | null, known: KnownSteps, id: StepId | null): MadeOutput {
  const step = id === null ? null : stepNumber(known.steps, id);
  const material = materialOf(prompt);
  const random = seededRandom(seed ?? seedOf(prompt));
  const name = NAMES[Math.floor(random() * NAMES.length)] ?? 'Dana';
  const all = articlesFor(material);
  // The same three articles in all steps of a run: the seed is derived from what all its prompts share.
  const articles = chosen(all, seed ?? seedOf(material.market + material.product));
  if (/^## This time one post only$/m.test(prompt)) {
    const again = Number(/post number (\d+)/.exec(prompt)?.[1] ?? 1) - 1;
    const article = articles[again % articles.length] ?? articles[0];
    return { step, output: asBlocks(article ? [another(article, random)] : []) };
  }
  const stepOutput = id === null ? undefined : known.outputs[id];
  if (stepOutput) {
    const shape = seed ?? Math.floor(random() * SHAPES);
    return { step, output: stepOutput.write({ material, articles, name, shape }) };
  }
  return { step, output: essay(prompt, random) };
}

/** Returns three of the four articles; the seed decides which one is left out. */
function chosen(articles: Article[], seed: number): Article[] {
  return articles.filter((_, at) => at !== seed % articles.length).slice(0, 3);
}

/** Returns an article with the same promise and a different opening. */
function another(article: Article, random: () => number): Article {
  const openings = [
    'The clock over the door is four minutes fast, which is the first thing you notice.',
    'Let us admit the awkward part at once: nobody feels ready.',
    'What is the smallest thing that would count as having begun?',
  ];
  const opening = openings[Math.floor(random() * openings.length)] ?? '';
  return { ...article, content: `${opening}\n\n${article.content}` };
}

const SUBJECTS = [
  'walled gardens',
  'kitchen plots',
  'city parks',
  'terraces',
  'glasshouses',
  'orchards',
  'moss',
  'hedges',
];

/** Returns a long text about gardens, or a short one about the subject of the prompt. */
function essay(prompt: string, random: () => number): string {
  if (!/as long as you can/i.test(prompt))
    return 'This is the stand-in provider: it has no opinion of its own about that.';
  const paragraphs = Array.from({ length: 60 }, (_, at) => {
    const subject = SUBJECTS[Math.floor(random() * SUBJECTS.length)] ?? 'gardens';
    return `In the ${at + 1}. place we come to ${subject}. Whoever kept them wrote little down, and what was written was mostly about weather, wages and slugs. So the history of ${subject} is read from walls, from the depth of the soil, and from plants that have outlived every plan for them.`;
  });
  return paragraphs.join('\n\n');
}
