import { LANDING_OFFER } from '#shared/kernel/landing-offer.ts';
import type { LandingPage } from './landing-page.ts';

export const yogaToPole: LandingPage = {
  path: '/yoga-to-pole',
  title: 'Yoga to Pole in St. Pete',
  description: `Balance, breath and open shoulders are a fine beginning for pole. Unhurried classes in St. Pete, ${LANDING_OFFER.what} for ${LANDING_OFFER.price}.`,
  color: 'category-mental-health',
  figure: 'arch',
  kicker: 'For yogis in St. Pete',
  headline: 'Take your practice off the floor.',
  standfirst:
    'Pole asks for the things you already sit with: breath under effort, a quiet eye, patience with your own body. It only turns some of them upside down.',
  action: `Try two weeks for ${LANDING_OFFER.price}`,
  story: [
    {
      heading: 'Strength, for bodies that are good at letting go',
      paragraphs: [
        'A long yoga practice gives you range. It does not always give you the strength to hold it, and many a flexible person has met the injury that comes of that. Pole is pulling work, from the fingers to the hips. It is the half of the body that a sun salutation never asks for, because a mat has nothing to pull on.',
        'Give it a few weeks and you notice it back on the mat. Crow is quieter. Handstands have shoulders under them. The deep shapes feel held instead of only reached.',
      ],
    },
    {
      heading: 'It is a practice, if you want one',
      paragraphs: [
        'You cannot think about your inbox while one leg holds you to a steel bar. Attention is not a virtue up there, it is the only way to stay. People who have tried for years to sit still tell us that this is the first place where their mind did.',
        'And nobody is ever finished. A move that is beautiful on the right side is a stranger on the left. There is a next thing, and there is no hurry about it. You know this already; you have only not met it with music on.',
      ],
    },
    {
      heading: 'What to leave at the door',
      paragraphs: [
        'Leave the picture of what pole is supposed to be, whichever one you have. Some of us dance, some of us train, some come in after work to hang from something and breathe out. There is a place for slow and a place for loud, and you choose.',
      ],
    },
  ],
  bridge: {
    heading: 'From the mat to the pole',
    intro: 'You will meet old acquaintances. They have only changed the direction of gravity.',
    from: 'You know it as',
    to: 'Here it becomes',
    rows: [
      { from: 'Drishti, one point to look at', to: 'The way to turn without getting dizzy' },
      { from: 'Pigeon and open hips', to: 'Seats, hooks and splits against the pole' },
      { from: 'Wheel and camel', to: 'Back bends with something to hold on to' },
      { from: 'Crow and handstand', to: 'Going upside down, this time with a grip' },
      { from: 'Savasana', to: 'Savasana. We keep that one' },
    ],
  },
  firstClass: {
    heading: 'Your first class, from the door on',
    intro:
      'Come ten minutes early and say that it is your first time. The rest is an hour you do not have to prepare for.',
    steps: [
      { title: 'Arrive', text: 'Shoes off, rings off, no lotion on that day. Somebody shows you where things are.' },
      {
        title: 'Warm up slowly',
        text: 'A flow you could follow in your sleep, with more for wrists and forearms than you are used to.',
      },
      {
        title: 'Learn to hold on',
        text: 'Where the hands go, how the shoulders stay low, how to put your weight into the pole and take it out.',
      },
      {
        title: 'Turn',
        text: 'One spin near the floor, on both sides, as often as you like. Then two things joined into a phrase.',
      },
      { title: 'Come back down', text: 'Long holds, quiet music, and a few minutes on your back.' },
    ],
  },
  offer: {
    heading: 'Two weeks, as often as you like',
    text: 'A practice needs a little time to show itself. So there is one simple way to begin: two weeks, every class you have the strength for, one price.',
    included: [
      'Unlimited classes for two weeks',
      'Slow classes and livelier ones, so that you can find your own',
      'Poles, mats and grip are here; bring shorts, water and a layer for the end',
    ],
    note: 'No ladder of passes to compare. You write, we answer, you come.',
  },
  questions: [
    {
      question: 'I am flexible but not strong. Is that enough?',
      answer:
        'It is the most common way to arrive. The first weeks are about strength at your own size: small holds, feet near the floor. Your range will be useful later, and we will ask you to hold back with it at first.',
    },
    {
      question: 'Is it meditative, or is it a nightclub?',
      answer:
        'Both exist, on different evenings. Tell us which you would like and we point you to the right class. Nobody will ever ask you to perform.',
    },
    {
      question: 'Do I have to be able to do a handstand?',
      answer: 'No, and you need not want to. Whole happy years of pole happen the right way up.',
    },
    {
      question: 'What about my wrists?',
      answer:
        'Pole pulls where yoga presses, so many sore wrists like it better. Warm them up, stop when they complain, and tell the teacher on the first day.',
    },
    {
      question: 'Can I come while I am pregnant?',
      answer:
        'A pole is not the place to begin something new in pregnancy. Write to us all the same: we will be glad to see you afterwards.',
    },
    {
      question: 'How often should I come in the two weeks?',
      answer:
        'Three or four times is plenty if it is all new, with a day between. Hands and forearms need the rest even when the rest of you does not.',
    },
  ],
  closing: {
    heading: 'Breathe in. Hold on.',
    text: 'Write two lines about your practice and the days that suit you. A person reads it and answers within one to two business days.',
  },
};
