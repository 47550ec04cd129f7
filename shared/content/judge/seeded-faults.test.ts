import { expect, test } from 'vitest';
import { longTest } from '#tests/long-test.ts';
import { type Finding, inOrder, type JudgeCheck, type JudgedPost } from './finding.ts';
import { judgeText } from './judge-texts.ts';
import { readJudgedText } from './judged-text.ts';
import { createCopyFinder } from './near-copies.ts';

const copied =
  'A kettle that has stood on the same stove for years knows its owner, and whoever fills it in the dark finds the handle without looking for it twice.';
const clean: JudgedPost = {
  title: 'What an old kettle teaches',
  excerpt: 'An old kettle is slow, loud and hard to clean, and we keep it all the same. This is why we do.',
  metaTitle: '',
  metaDescription: '',
  featuredImage: '/uploads/kettle.jpg',
  content: [
    'We bought the kettle on a market in spring. It was black inside, and the lid did not fit.',
    '## How it was cleaned',
    'Vinegar did most of the work. We let it stand for a night and rinsed it in the morning. [More on this](/post/vinegar).',
    '![A black kettle on a blue stove](/uploads/kettle.jpg)',
    '### What we would do again',
    'Nothing was scratched, because we used a cloth. The lid was bent back by hand.',
    'Now it boils water for two. It takes its time, and so do we.',
  ].join('\n\n'),
};
const codex = {
  forbiddenClaims: ['cures cancer', '100% safe', 'the “best” kettle'],
  wordsToAvoid: ['leverage', 'game changer', "don't miss", 'game-changer'],
};

function judged(changes: Partial<JudgedPost>): Finding[] {
  const post = { ...clean, ...changes };
  const text = readJudgedText(post.content);
  return inOrder([
    ...judgeText(post, text, codex),
    ...createCopyFinder(text)({ title: 'Kettles', paragraphs: ['Short.', copied] }),
  ]);
}

const paragraphs: [JudgeCheck, readonly string[]][] = [
  [
    'leftover',
    [
      'As an AI language model, I have never seen a kettle.',
      'As a large language model I do not drink tea.',
      'As an AI, I cannot taste tea.',
      "I'm an AI assistant and have no kitchen.",
      'My knowledge cutoff is earlier than this kettle.',
      'As of my last update the shop was open.',
      "I'm sorry, but I can't help with that request.",
      'I cannot browse the internet for the price.',
      "I don't have personal experiences with kettles.",
      'It costs [insert price] at the market.',
      'Ask [Your Name] about it.',
      '[Insert photo of the kettle here]',
      '[Image of a kettle on a stove]',
      'Read [link to the older post] on this.',
      'Find it at [company name] in town.',
      'We at [COMPANY NAME] like kettles.',
      '[CTA: subscribe to the newsletter]',
      '[TODO write about the lid]',
      '[placeholder for the second part]',
      '[add statistics]',
      'Lorem ipsum is what the label said.',
      'There, dolor sit amet, it stood.',
      'Hello {{name}}, this is our kettle.',
      'Hello {{ first_name }}, this is our kettle.',
      'It is {% if new %} new.',
      'The price is $' + '{price} today.',
      'The price is <%= price %> today.',
      'TODO: describe the handle.',
      'TODO',
      'The handle (FIXME: which colour) is short.',
      'TBD',
      'TKTK a word on the spout',
      '[object Object]',
      '<|im_start|>',
      'It boils.<|endoftext|>',
      '[INST] write about kettles [/INST]',
      'It is old :contentReference[oaicite:0]{index=0}.',
      'It is old【12†source】.',
      'It is old turn0search1 and slow.',
      '--- BLOG POST 2 ---',
      '[END OF POST]',
      'Meta description: all about kettles',
      'Focus keyword: kettle',
      'Word count: 812',
      '(Word count: 812)',
      'Your text here',
      '<insert name> gave it to us.',
      'See [this shop](https://shop.example/?utm_source=chatgpt.com).',
    ],
  ],
  [
    'forbidden-claim',
    [
      'Tea from it cures cancer.',
      'It is 100% safe for all.',
      'It Cures  Cancer, they say.',
      'It is called “the "BEST" kettle” here.',
      'It cures cancer',
    ],
  ],
  [
    'malformed-link',
    [
      'See [the shop](htp://shop.example).',
      'See [the shop]().',
      'See [the shop](www.shop.example).',
      'See [the shop](http:/shop.example).',
      'See [the shop] (https://shop.example).',
      'See [the shop](javascript:void0).',
      'See [the shop](other-post.html).',
    ],
  ],
  ['near-copy', [copied, `${copied} So it is.`, copied.replace('years', 'decades'), copied.replace('dark', 'night')]],
  [
    'avoided-word',
    [
      'We leverage the lid.',
      'It is a game changer.',
      'Leverage helps with the lid.',
      'Don’t miss the lid.',
      'A “game‑changer” it is.',
    ],
  ],
  [
    'no-source',
    [
      'Of all homes 45% have one.',
      'Of all homes 45 percent have one.',
      'There are 3.2 million of them.',
      'They cost $1,200 in their day.',
      'They are 3 times faster on gas.',
      'Nine out of ten boil over.',
      'The seller said: “I have never sold a kettle to anyone who would clean it.”',
      'The seller said: "I have never sold a kettle to anyone who would clean it."',
      '> Whoever cleans a kettle cleans a house.',
    ],
  ],
  [
    'alternative-text',
    [
      '![](/uploads/lid.jpg)',
      '![ ](/uploads/lid.jpg)',
      '![image](/uploads/lid.jpg)',
      '![IMG_1234.jpg](/uploads/lid.jpg)',
      '<img src="/uploads/lid.jpg">',
      '<img src="/uploads/lid.jpg" alt="">',
      '![][lid]\n\n[lid]: /uploads/lid.jpg',
    ],
  ],
  [
    'embed',
    [
      'https://www.dailymotion.com/video/x8abc',
      'https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk',
      'https://www.youtube.com/playlist?list=PL123',
      'https://x.com/someone/status/123456789',
      '<iframe src="https://maps.example/kettle"></iframe>',
    ],
  ],
  ['heading-skip', ['##### A small matter', '## One\n\n#### Two', '# One\n\n### Two']],
];
const wholes: [JudgeCheck, Partial<JudgedPost>][] = [
  ['leftover', { content: `\`\`\`markdown\n${clean.content}\n\`\`\`` }],
  ['leftover', { content: `Here is the blog post you asked for.\n\n${clean.content}` }],
  ['leftover', { content: `Sure! Here's your article:\n\n${clean.content}` }],
  ['leftover', { content: `Certainly! I'd be happy to help.\n\n${clean.content}` }],
  ['leftover', { content: `${clean.content}\n\nLet me know if you'd like me to change the tone.` }],
  ['leftover', { content: `${clean.content}\n\nI hope this blog post helps!` }],
  ['leftover', { content: `${clean.content}\n\nFeel free to adjust this to your voice.` }],
  ['no-picture', { featuredImage: '', content: 'We bought a kettle.' }],
  ['forbidden-claim', { title: 'Why this kettle cures cancer' }],
  [
    'forbidden-claim',
    { excerpt: 'An old kettle is slow, loud and 100% safe, and we keep it all the same. This is why we do.' },
  ],
  ['forbidden-claim', { metaTitle: 'Why this kettle cures cancer' }],
  ['avoided-word', { metaDescription: 'An old kettle, and how to leverage it.' }],
  ['leftover', { title: '[Insert title]' }],
  ['leftover', { title: 'What {{productApp}} teaches' }],
  ['leftover', { title: 'Title goes here' }],
  [
    'leftover',
    { excerpt: 'As an AI language model, I have no kettle, and so I can say little of what it is to have one.' },
  ],
  [
    'leftover',
    { excerpt: 'An old kettle is slow, loud and hard to clean. [Add a sentence on the lid, and on its handle]' },
  ],
  ['leftover', { metaTitle: 'What [PRODUCT NAME] teaches' }],
  ['leftover', { metaTitle: 'SEO title: What an old kettle teaches' }],
  ['leftover', { metaDescription: 'Meta description: why we keep an old kettle, and what it has taught us of lids.' }],
  [
    'leftover',
    { metaDescription: "Sure! Here's a text for search engines of at most a hundred and sixty characters." },
  ],
  ['length', { title: 'Kettle' }],
  ['length', { title: 'An old kettle and all that it has to teach '.repeat(3) }],
  ['length', { metaTitle: 'Kettle' }],
  ['length', { metaTitle: 'An old kettle and all that it has to teach '.repeat(3) }],
  ['length', { excerpt: '' }],
  ['length', { excerpt: 'A kettle.' }],
  ['length', { metaDescription: 'A kettle '.repeat(30) }],
  [
    'readability',
    {
      content:
        'The institutional considerations of organizational accountability necessitate comprehensive administrative reorganization of the responsibilities that characterize interdepartmental communication and the implementation of sophisticated methodologies for the evaluation of organizational effectiveness. '.repeat(
          5,
        ),
    },
  ],
];

/** Returns a number that looks random, but is the same in every run. */
const placeOf = (index: number) => (index * 7919) % 5;

test('a clean post has nothing to be told', () => {
  expect(judged({})).toEqual([]);
});

test('of a hundred seeded faults at least 95 are found, each at its place', () => {
  const seeds = [
    ...paragraphs
      .flatMap(([check, texts]) => texts.map((text) => [check, text] as const))
      .map(([check, text], index) => {
        const parts = clean.content.split('\n\n');
        parts.splice(1 + placeOf(index), 0, text);
        return { check, name: text, changes: { content: parts.join('\n\n') } };
      }),
    ...wholes.map(([check, changes]) => ({ check, name: JSON.stringify(changes).slice(0, 80), changes })),
  ];
  expect(seeds.length).toBeGreaterThanOrEqual(100);
  const missed = seeds.filter(({ check, changes }) => !judged(changes).some((found) => found.check === check));
  expect(missed.map(({ name }) => name)).toEqual([]);
  const away = seeds.slice(0, 48).filter(({ changes, name }) => {
    const [first] = judged(changes);
    const words = first?.place && changes.content?.slice(first.place.start, first.place.end);
    return !words || !name.includes(words);
  });
  expect(away.map(({ name }) => name)).toEqual([]);
});

test.each([
  'Models like to say “As an AI language model, I cannot”.',
  'Write `{{name}}` where the name goes.',
  'Write \\{{name}} where the name goes.',
  '    TODO: in code',
  'My to-do list is long, and TODO is a word for it.',
  'He wrote [sic] and [PDF] beside it.',
  'See [your account](/account) for more.',
  'An example of fake text is the famous Lorem Ipsum text.',
  '| Step | What |\n| - | - |\n| 2 | TODO: a formula |',
])('what the author means is no leftover: %s', (text) => {
  expect(
    judged({ content: `${clean.content}\n\n${text}\n\nThe end.` }).filter(({ check }) => check === 'leftover'),
  ).toEqual([]);
});

test('what is found over the text names its field', () => {
  const found = judged({ title: 'How [Your Name] cures cancer', metaTitle: 'Kettle' });
  expect(found.map(({ check, level, field, place }) => [check, level, field, place])).toEqual([
    ['leftover', 'red', 'title', null],
    ['forbidden-claim', 'red', 'title', null],
    ['length', 'yellow', 'metaTitle', null],
  ]);
  expect(found[0]?.says).toBe('“[Your Name]”, in the title, is a leftover of a generator or a placeholder.');
});

test.each([
  'TODO lists that are done by noon',
  'What “{{name}}” means in a template',
  'What `{{name}}` means in a template',
  'An example of fake text is Lorem Ipsum',
  'Sure signs of a good kettle',
])('a title that the author means is no leftover: %s', (title) => {
  expect(judged({ title })).toEqual([]);
});

test.each([
  'He cures cancers, she said.',
  'Leveraged lids are none, nor is aleverage.',
  'It is 100% safely kept.',
  '`cures cancer` is code.',
  'Cures. Cancer.',
])('a part of another word is no word of the codex: %s', (text) => {
  const checks = judged({ content: `${clean.content}\n\n${text}` }).map(({ check }) => check);
  expect(checks.filter((check) => check === 'forbidden-claim' || check === 'avoided-word')).toEqual([]);
});

test('a claim is found at its place, whatever stands between its words', () => {
  const content = `${clean.content}\n\nIt cu\u00adres  \n**cancer** and is 🫖 *100 % safe*, no: 100% safe.`;
  const found = judged({ content }).filter(({ check }) => check === 'forbidden-claim');
  expect(found.map(({ says }) => says)).toEqual([
    expect.stringContaining('cancer” is a claim that is not to be made.'),
    '“100% safe” is a claim that is not to be made.',
  ]);
  const place = found[1]?.place;
  expect(place && content.slice(place.start, place.end)).toBe('100% safe');
});

longTest('a codex as long as it may be holds up nobody', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `w${index}`);
  const text = readJudgedText(
    Array.from({ length: 2000 }, (_, index) => `word w${index}x ${'tea '.repeat(50)}`).join('\n\n'),
  );
  expect(
    judgeText(clean, text, { forbiddenClaims: many, wordsToAvoid: [...many, '🫖', 'tea tea tea tea tea cup'] }),
  ).toEqual([]);
});

test('a link or a footnote beside a figure is its source', () => {
  const sourced = '45% have one, [says the count](https://count.example).\n\n45% have one.[^1]\n\n[^1]: The count.';
  expect(judged({ content: `${clean.content}\n\n${sourced}` })).toEqual([]);
});

test('red findings come first, and at most ten of a check are told', () => {
  const found = judged({ content: `${'We leverage it.\n\n'.repeat(30)}TODO` });
  expect(found[0]).toMatchObject({ check: 'leftover', level: 'red' });
  expect(found.filter(({ check }) => check === 'avoided-word')).toHaveLength(10);
});
