import type { Article } from './articles.ts';
import type { Material } from './material.ts';

// Answers to the steps before the drafts, in the forms that their prompts ask for. `name` is the avatar's.

export function buyerAvatar({ market, product }: Material, name: string): string {
  return `## Who they are
${name}, 37, office administrator, lives with a partner and a seven-year-old twenty minutes from the water. One of many whom the description "${market}" fits.

## An ordinary day
It is ten past nine in the evening. The dishwasher runs. ${name} scrolls past a video of somebody her age who hangs upside down and laughs, and watches it four times.

## What they have tried
- A gym contract: she went for five weeks, then the car park was full on a Tuesday.
- A fitness app: it praised her for everything, so the praise was worth nothing.
- Running with a neighbour: the neighbour moved away.

## What they want
To be able to hold her own weight. Behind it: to surprise somebody, and first of all herself.

## What worries them
That everyone else will be twenty-two. That ${product || 'it'} is for people who can do it already. That she will have to explain herself at work.

## What they already know
What a plank is. Not what a grip is, and "flexibility" makes her think of school.

## How they talk
- "I just want something that isn't a treadmill"
- "am i too old for this"
- "what do you even wear"
- "I'd go if somebody went with me"
- "I used to be able to do a cartwheel"
- "is it safe for your wrists"
- "I don't want to be looked at"
- "beginner class near me evening"
- "how sore will I be"
- "I have no upper body strength (assumption)"

## How they read
On the phone, in bed, for six minutes. A picture of an ordinary person makes her stay, an exclamation mark makes her leave.
`;
}

export function problemGoalBenefit({ product, does }: Material, name: string): string {
  const helps = product === '' ? 'Nothing here' : `${product}: ${does || 'a place to begin'}`;
  const chains: [string, string, string, string, string, string][] = [
    [
      'I never know what to wear',
      `${name} stands before the wardrobe and decides to stay at home. It costs her the evening.`,
      'To pack a bag in two minutes.',
      'Leaving the house is no decision any more.',
      'Put shorts and a towel beside the door.',
      'Nothing here',
    ],
    [
      'My arms give up',
      'After twenty seconds she slides down. It costs her the wish to try again.',
      'To hold her own weight for two breaths.',
      'She carries the shopping up in one go and notices it.',
      'Hang from a bar for five seconds each day.',
      helps,
    ],
    [
      'Wednesday always goes wrong',
      'Something comes up each week on the same evening. It costs her the habit.',
      'To go twice in a week in which something went wrong.',
      'The week has a place that is hers.',
      'Move it to the day on which nothing ever happens.',
      helps,
    ],
    [
      'I start with everything at once',
      'She buys, plans and promises, and stops in the second week. It costs money and belief.',
      'To do one thing for four weeks.',
      'She can say what has changed.',
      'Write three words after each time.',
      'Nothing here',
    ],
    [
      'Everyone will look',
      'She imagines the mirror and the others in it. It costs her the first class.',
      'To walk in without having rehearsed it.',
      'She meets people who do not know her as anybody’s mother.',
      'Write to the teacher before.',
      helps,
    ],
    [
      'I used to be somebody who dared',
      'An old photograph shows a cartwheel on a beach. It costs her a quiet minute each time.',
      'To do one thing she could not do a month ago.',
      'The photograph becomes a beginning rather than an end.',
      'Show it to somebody.',
      'Nothing here',
    ],
  ];
  const sections = chains.map(
    ([title, problem, goal, benefit, without, adds], at) =>
      `### ${at + 1}. ${title}\nProblem: ${problem}\nGoal: ${goal}\nBenefit: ${benefit}\nWhat helps without the product: ${without}\nWhat the product adds: ${adds}`,
  );
  return `${sections.join('\n\n')}\n\nStrongest: 5 (it keeps her at the door), 2 (it can be felt), 6 (it is why she watches)\n`;
}

export function emotionalTruths(name: string): string {
  const truths: [string, string, string, string, string, string][] = [
    [
      'Watched before I begin',
      'They will see that I do not know how.',
      'Chain 5: a gym mirror at sixteen. Nobody laughed, and she has never been sure.',
      '"I’m just not the sporty type." "Maybe in autumn."',
      'Tell what the room looks like from the back row. Admit that the first minute is silly.',
      '"Nobody is watching you."',
    ],
    [
      'The cartwheel on the beach',
      'I was braver when I had less to lose.',
      'Chain 6: a photograph in a drawer. She knows the date.',
      '"That was another life." "My knees, you know."',
      'Give her something she can do within a month. Name it exactly.',
      'Before and after.',
    ],
    [
      'Tired of being praised',
      'Praise that costs nothing is worth nothing.',
      'Chain 4: an app that cheered for standing up. She deleted it on a train.',
      '"It’s fine, I suppose." "They all say that."',
      'Say what is hard, and when it stops being so. Use numbers she can count herself.',
      'You’ve got this.',
    ],
    [
      'An hour that is mine',
      'If I ask for an hour I have to earn it first.',
      'Chain 3: the calendar on the fridge. Her name is not on it.',
      '"When things calm down." "After the holidays."',
      'Show how a Tuesday was defended. Let somebody else cook badly.',
      'Self-care as a duty.',
    ],
    [
      'Strong where nobody sees',
      'I would like to be strong without becoming somebody else.',
      'Chain 2: a shopping bag on the third floor. She did not put it down.',
      '"I don’t want to get bulky." "Just a bit fitter."',
      `Let ${name} be strong in her own clothes. Describe the bag and the stairs.`,
      'A new you.',
    ],
  ];
  return `${truths
    .map(
      ([title, truth, from, sounds, honours, cheapens], at) =>
        `### ${at + 1}. ${title}\nTruth: ${truth}\nWhere it comes from: ${from}\nWhat it sounds like: ${sounds}\nHow an article honours it: ${honours}\nWhat would cheapen it: ${cheapens}`,
    )
    .join('\n\n')}\n`;
}

export function seoStrategies({ product }: Material): string {
  const strategies: [string, string, string, string, string][] = [
    [
      'What a first class is like',
      'what happens in a first class; do i need a partner; beginner class what to expect; will i be the oldest',
      'learn',
      'ready',
      product || 'Leave it out',
    ],
    [
      'Soreness and what is normal',
      'how sore is normal; sore for three days after class; wrist hurts after class; can i go again tomorrow',
      'fix',
      'stuck',
      'Leave it out',
    ],
    [
      'Strength without a gym',
      'no upper body strength where to start; can’t hold my own weight; hang from a bar beginner; strength at home small flat',
      'do',
      'symptom',
      'Leave it out',
    ],
    [
      'Shyness in a room with mirrors',
      'too shy for fitness class; class where nobody watches; going alone to a class; nervous first time',
      'learn',
      'symptom',
      product || 'Leave it out',
    ],
    [
      'Which class for whom',
      'pilates or something harder; classes for beginners compared; group class or private lesson; two weeks trial worth it',
      'compare',
      'comparing',
      product || 'Leave it out',
    ],
    [
      'Keeping it up for a month',
      'how to stick to a class; four week plan beginners; what to do on a bad day; twice a week enough',
      'do',
      'stuck',
      'Leave it out',
    ],
  ];
  return `${strategies
    .map(
      ([title, searches, intent, stage, place], at) =>
        `### ${at + 1}. ${title}\nSearches: ${searches}\nIntent: ${intent}. The search ends when she can picture the evening.\nStage: ${stage}\nAngle: We tell it minute by minute, with what goes wrong. The usual answer lists benefits.\nServes: chain ${(at % 6) + 1}, truth ${(at % 5) + 1}\nProof needed: steps that can be tried at home, and a limit\nProduct: ${place}`,
    )
    .join('\n\n')}\n`;
}

export function finalTitles(articles: readonly Article[]): string {
  return `${articles
    .map(
      ({ title, slug, excerpt }, at) =>
        `### Title ${at + 1}: ${title}\nSlug: ${slug}\nPromise: ${excerpt}\nFor: Somebody who has watched the video four times, ${['ready', 'symptom', 'stuck'][at] ?? 'ready'}.\nRests on: strategy ${at * 2 + 1}, chain ${at + 2}, truth ${at + 1}\nWhy this one: It promises an evening and not a result.`,
    )
    .join('\n\n')}\n`;
}

export function keywords(articles: readonly Article[]): string {
  return `${articles
    .map(
      ({ title, tags, excerpt }, at) =>
        `### ${at + 1}. ${title}\nPrimary: ${['first class what to expect', 'too shy for a class', 'four week beginner plan'][at] ?? 'what to bring to class'}\nSecondary: beginners evening, going alone, what to wear, sore afterwards, twice a week\nQuestions: What happens first?; How sore will I be?; When can I go again?\nUse the primary in: first paragraph, one heading, excerpt\nLeave out: advanced moves, competition\nTags: ${tags.join(', ')}\nExcerpt idea: ${excerpt}`,
    )
    .join('\n\n')}\n`;
}

export function postOutlines(articles: readonly Article[]): string {
  return `${articles
    .map(({ title, slug, content }, at) => {
      const headings = [...content.matchAll(/^## (.+)$/gm)].map((match) => match[1] ?? '');
      const sections = headings.map(
        (heading) => `Section: ${heading} | Settles one question | A list or a scene | About 180 words`,
      );
      return `### Post ${at + 1}: ${title}\nSlug: ${slug}\nBuild: ${['a story that turns into a method', 'a comparison that ends in a decision', 'a repair manual'][at] ?? 'a list with reasons'}\nOpening: A small scene at a door. About 100 words.\n${sections.join('\n')}\nProduct: ${at === 0 ? 'Last section, one sentence' : 'Not in this post'}\nClosing: What she does tomorrow morning. About 80 words.\nQuestions answered: 1 and 2 in the first half\nCare: No medical promise.`;
    })
    .join('\n\n')}\n`;
}
