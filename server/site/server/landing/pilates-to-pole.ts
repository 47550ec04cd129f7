import { LANDING_OFFER } from '#shared/kernel/landing-offer.ts';
import type { LandingPage } from './landing-page.ts';

export const pilatesToPole: LandingPage = {
  path: '/pilates-to-pole',
  title: 'Pilates to Pole in St. Pete',
  description: `You have spent years on your core. Pole is where it carries you. Beginner classes in St. Pete, ${LANDING_OFFER.what} for ${LANDING_OFFER.price}.`,
  color: 'category-health',
  figure: 'climb',
  kicker: 'For Pilates people in St. Pete',
  headline: 'You built the core. Now let it carry you.',
  standfirst:
    'Control, breath, a spine that moves one bone at a time: what you practise on the mat is most of what a pole asks for. Come and see what it can lift.',
  action: `Start two weeks for ${LANDING_OFFER.price}`,
  story: [
    {
      heading: 'You are less of a beginner than you think',
      paragraphs: [
        'Most people walk into their first pole class with strong legs and no idea where their ribs are. You know where your ribs are. You can breathe while something is difficult, you can hold a hollow body, and you know the difference between pulling with your neck and pulling with your back. Teachers spend weeks explaining that. You bring it in the door.',
        'What you do not have yet is grip, and skin that is used to steel. Nobody has those on the first day. They come within weeks if you turn up, and there is no way to get them at home on a mat.',
      ],
    },
    {
      heading: 'The same work, with somewhere to go',
      paragraphs: [
        'The hundred is a fine exercise, and after the two-hundredth time it is also a count to a hundred. On the pole the same hollow body becomes a thing with a name: a sit, a climb, the first time both feet are off the floor and you are quiet up there. Nobody has to tell you that it worked.',
        'That is the real difference. Pilates measures itself by how well you did it. Pole does too, and then it gives you something you could not do on Monday. People keep coming back for that, and get stronger by accident.',
      ],
    },
  ],
  bridge: {
    heading: 'What you bring, and what it turns into',
    intro: 'The names are new. The muscles are the ones you have been talking to all along.',
    from: 'On the mat or reformer',
    to: 'On the pole',
    rows: [
      { from: 'The hundred and the hollow body', to: 'Tuck holds, and later the way upside down' },
      { from: 'Roll-up, one vertebra at a time', to: 'Climbing without swinging' },
      { from: 'Side-lying leg series', to: 'Leg hooks and seats' },
      { from: 'Shoulders down, back wide', to: 'Hanging safely by both arms, then by one' },
      { from: 'Breathing through the effort', to: 'Not holding your breath when the floor is gone' },
    ],
  },
  firstClass: {
    heading: 'What your first class is like',
    intro:
      'No choreography to keep up with and no mirror to perform for. The teacher shows a thing, you try it, you try it again.',
    steps: [
      {
        title: 'Warm up',
        text: 'Wrists, shoulders and hips first. Much of it will feel familiar; the wrists may not.',
      },
      {
        title: 'Make friends with the pole',
        text: 'How to hold it, how to lean away from it, how to walk round it and trust your weight to it.',
      },
      {
        title: 'A first spin',
        text: 'Low, slow and close to the floor. You will be surprised, and then you will want to do the other side.',
      },
      {
        title: 'A little strength',
        text: 'Short holds that use the core you have, so that you know what the next weeks are for.',
      },
      {
        title: 'Stretch, and questions',
        text: 'You go home with one thing to think about, and possibly with a small bruise.',
      },
    ],
  },
  offer: {
    heading: 'Two weeks to find out',
    text: 'One class tells you that it is fun. A second and a third tell you whether it is yours. So the way in is two weeks with as many classes as you can fit.',
    included: [
      'Unlimited classes for two weeks',
      'Beginners welcome from the first day',
      'Poles, mats and grip are here; bring shorts and water',
    ],
    note: 'One price, no other version of it. Write to us and we find your first class together.',
  },
  questions: [
    {
      question: 'Will pole ruin what I have worked for in Pilates?',
      answer:
        'No. Most people keep both. Pole makes the pulling muscles strong that Pilates only touches, and Pilates keeps the shoulders honest that pole likes to tire. If you can, leave a day between hard sessions of either in the first weeks.',
    },
    {
      question: 'Do I need strong arms?',
      answer:
        'No. Beginners carry most of their weight with legs, skin and timing. The arms come along. If you can hold a plank you can hold what the first class asks.',
    },
    {
      question: 'Why does everybody wear so little?',
      answer:
        'Because skin grips and cloth slides. Shorts are enough for the first classes, with any top you like. It is equipment and no dress code, and nobody is looking.',
    },
    {
      question: 'Does it hurt?',
      answer:
        'Some holds press on skin that has never been pressed there, and small bruises are common at first. It passes faster than people expect. Pain in a joint is another matter: say so, and there is always another way to do it.',
    },
    {
      question: 'I have an old injury. Can I come?',
      answer:
        'Often, yes. Ask your doctor or physical therapist what you should leave out, then tell us before class. We would rather change a move than lose you for a month.',
    },
  ],
  closing: {
    heading: 'Bring the core. We have the pole.',
    text: 'Tell us when you could come and what your body has been doing so far. A person reads it and answers within one to two business days.',
  },
};
