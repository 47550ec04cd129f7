import type { Material } from './material.ts';

export interface Article {
  title: string;
  slug: string;
  excerpt: string;
  tags: string[];
  /** Markdown that begins with a paragraph. */
  content: string;
}

function productLine({ product, does, url }: Material): string {
  if (product === '') return 'If you would rather not begin alone, ask around for a beginners’ evening near you.';
  const name = url === '' ? product : `[${product}](${url})`;
  return `If you would rather not begin alone, ${name} may help${does === '' ? '' : `: ${does.replace(/[.\s]+$/, '')}`}. It is not for somebody who wants a finished result in a week.`;
}

/** Returns four articles for any given market. Three of them make an answer to step 8. */
export function articlesFor(material: Material): Article[] {
  return [firstEvening(material), shyAndSore(material), fourWeeks(material), whatToBring(material)];
}

function firstEvening(material: Material): Article {
  return {
    title: 'Your First Evening, Minute by Minute',
    slug: 'your-first-evening-minute-by-minute',
    excerpt:
      'What really happens in a first class, from the door to the drive home, so that nothing about it needs courage you do not have.',
    tags: ['first class', 'beginners', 'what to expect'],
    content: `You sit in the car for four minutes with the engine off. Everybody does. This is an article for ${lower(material.market)}, and it begins where you are: outside the door.

## Ten minutes before

Somebody at the desk asks for your name and shows you where shoes go. Nobody asks what you weigh or why you have come. You choose a place near the back, which is what everyone does, so the back fills first.

## The first quarter of an hour

It is a warm-up and nothing else. Shoulders, wrists, hips, in this order:

1. Slow circles, ten each way.
2. Holding yourself up on straight arms for one breath, then two.
3. Walking, turning, stopping. It feels silly for about a minute.

If something hurts in a joint rather than in a muscle, stop and say so. A good teacher has three other ways of doing the same thing.

## The middle, where it turns

You learn one movement. One, not ten. You try it on the side that feels wrong as well, because the body learns by comparison.

| What you notice | What it means | What to do |
| --- | --- | --- |
| Hands slip | Skin is warm | Wipe, chalk, try again |
| Arms shake | Muscles are working | Two breaths of rest |
| You laugh | It is going well | Nothing |

## The last ten minutes

Stretching, quietly. This is when people begin to talk, and you find that the one who looked so sure came for the first time in May.

## The drive home

You will be hungry. ${productLine(material)}

Tomorrow morning, before you have decided anything, write down one thing that was easier than you thought.`,
  };
}

function shyAndSore(material: Material): Article {
  return {
    title: 'Shy, Sore or Short of Time: Start Anyway',
    slug: 'shy-sore-or-short-of-time',
    excerpt:
      'Three honest reasons to wait, and what each of them asks for: a smaller start, a softer day after, or half an hour that is already yours.',
    tags: ['beginners', 'motivation', 'habits'],
    content: `Which of the three is yours? Most of ${lower(material.market)} name one aloud and keep another to themselves.

## Shy

Shyness does not ask for courage, it asks for less of an audience. Take the earliest class of the week. Bring nobody who will watch you. Tell the teacher by e-mail before you come, in one sentence, that you would like to stay at the edge.

> The person beside you is counting too, and hopes that you did not notice.

## Sore

Soreness that comes a day later, on both sides, in the middle of a muscle, is the price of something new. Pain that comes at once, on one side, near a joint, is not.

- A walk of twenty minutes helps more than the sofa.
- Warm water helps more than ice.
- Two days between the first two classes are enough for most people; after an injury, ask whoever treated it.

## Short of time

Look at last week rather than at next week. Where did half an hour go that nobody would miss? It is usually the one between nine and half past, and it is usually a screen.

Write it down as an appointment with a name and a place. An appointment with yourself is the first thing you cancel; one with a door that opens at six is not.

## What none of the three can do

None of them becomes smaller by waiting. ${productLine(material)}

Tomorrow morning, send the one sentence to the one person. That is all for tomorrow.`,
  };
}

function fourWeeks(material: Material): Article {
  return {
    title: 'A Four-Week Plan You Can Actually Keep',
    slug: 'four-week-plan-you-can-keep',
    excerpt:
      'Two evenings a week, one rule for bad days, and a way to see that it works before the mirror says anything. A plan for four ordinary weeks.',
    tags: ['planning', 'habits', 'beginners', 'strength'],
    content: `The plan on the fridge has seven days and you kept two of them. Those two were not a failure, they were the plan.

## The rule for the whole month

Two evenings a week. On a bad day you may do less, but you go. ${capital(lower(material.market))} seldom fail for want of strength; they fail on the first Wednesday that goes wrong.

## Week one: find the place

Go twice, learn the way, the door and one name. Do not push. Note afterwards, in three words, how it was.

## Week two: find the weak side

Do everything once more on the side that feels wrong. In this week most people find that one wrist or one hip decides what is easy.

## Week three: make it shorter, not easier

Forty minutes in place of sixty, with half the breaks. A plan of your own might be written like this:

\`\`\`
Tue  18:00  warm-up 10, one movement 20, stretch 10
Fri  18:00  the same, other side first
\`\`\`

## Week four: look back before you look ahead

Read your eight notes. You will see it there before you see it anywhere else: the words become more exact.

## Where help belongs

${productLine(material)}

Tomorrow morning, put two evenings into the calendar, and write the rule beside them.`,
  };
}

function whatToBring(material: Material): Article {
  return {
    title: 'What to Bring, What to Wear, What to Leave at Home',
    slug: 'what-to-bring-and-what-to-leave',
    excerpt:
      'A short list that fits into one bag, the reasons behind each thing on it, and the five things that make a first class harder than it is.',
    tags: ['first class', 'clothing', 'what to expect'],
    content: `A friend once came with a suitcase. She had a yoga mat, knee pads, two pairs of shoes and a speaker. She needed a bottle of water and a towel.

## The bag

- Water, more than you think.
- A small towel that may become dirty.
- Shorts under whatever you arrive in: skin holds, cloth slides.
- Something warm for the last ten minutes.

## What stays at home

Rings, bracelets and body lotion. Metal scratches, and lotion makes everything slippery for two days, for you and for the one after you.

## What does not matter

How long you have not done anything. How old your shoes are, because you will take them off. ${capital(lower(material.market))} ask about clothes because the other question is harder to ask: will I look as if I did not belong? Everyone there has asked it.

### If something was forgotten

Ask. There is a drawer behind every desk for exactly this.

## The one thing worth buying later

After the fourth time, and not before, buy what you have borrowed twice. ${productLine(material)}

Tomorrow morning, put the towel and the bottle beside the door. The rest can be forgotten.`,
  };
}

function lower(text: string): string {
  const words = text.split(/[\n.]/)[0]?.trim() ?? '';
  return words === '' ? 'people who want to begin something new' : words.charAt(0).toLowerCase() + words.slice(1);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
