import { LANDING_OFFER } from '#shared/kernel/landing-offer.ts';
import type { LandingPage } from './landing-page.ts';

export const funWorkouts: LandingPage = {
  path: '/fun-workouts-st-pete',
  title: 'Fun Workouts in St. Pete',
  description: `A workout you would miss if you skipped it. Pole fitness for beginners in St. Pete: strength, balance and laughing. ${LANDING_OFFER.what} for ${LANDING_OFFER.price}.`,
  color: 'category-entertainment',
  figure: 'leap',
  kicker: 'Fun workouts in St. Pete',
  headline: 'A workout you will not need to talk yourself into',
  standfirst:
    'You are not lazy. You are bored. Pole fitness is strength training that has forgotten to tell you so: you come to learn a thing, and go home having worked.',
  action: `Get two weeks for ${LANDING_OFFER.price}`,
  story: [
    {
      heading: 'Why the last three did not last',
      paragraphs: [
        'The treadmill is honest work, and it goes nowhere. A gym asks you to repeat today what you repeated last week, and to believe that it adds up. Some people can live on belief. The rest of us pay for a year and go until the middle of February.',
        'What keeps people moving is older than fitness: wanting to be able to do something. Children will practise a cartwheel for a whole afternoon and never once call it exercise. Pole is that, for grown-ups, with a warm-up.',
      ],
    },
    {
      heading: 'What it does to you while you are not looking',
      paragraphs: [
        'Hanging, climbing and holding on are pulling work, which desks never give you. Backs and shoulders wake up. So do hands, which are the first thing to get stronger and the first thing you notice, at a jar of pickles.',
        'Balance comes next, then the middle of the body, since everything goes through there. And because the next move is always one size too large, you keep at it. We make no promises about weights and inches: bodies differ, and a page on the internet has not met yours. That you will sleep well after the first class is a safe bet.',
      ],
    },
    {
      heading: 'Also, it is ninety in the shade',
      paragraphs: [
        'St. Pete is lovely and for half of the year it is not a place to run in after work. A studio has a roof, a fan, music, and people who will cheer when you finally do the thing. Try getting that from a sidewalk.',
      ],
    },
  ],
  bridge: {
    heading: 'Compared with the usual',
    intro: 'Fair is fair: each of these is good for somebody. This is only for those it was not.',
    from: 'The usual',
    to: 'An evening here',
    rows: [
      { from: 'Counting the minutes', to: 'Being sent home when the hour is over' },
      { from: 'The same machine as last week', to: 'A move you could not do last week' },
      { from: 'Headphones in, eyes down', to: 'Strangers clapping, and meaning it' },
      { from: 'Mirror, mirror', to: 'Upside down, nobody checks their hair' },
      { from: 'A number on a screen', to: 'A thing you can show your sister' },
    ],
  },
  firstClass: {
    heading: 'Your first evening, honestly',
    intro: 'It is a beginner class. Everybody in it has had a first one, most of them not long ago.',
    steps: [
      {
        title: 'You feel silly',
        text: 'For about six minutes, during the warm-up. So does the person beside you.',
      },
      {
        title: 'You hold the pole',
        text: 'It is cold. You learn where the hands go, and walk round it until it is not strange.',
      },
      {
        title: 'You turn',
        text: 'One slow spin, near the floor. This is where people say a word they did not plan to say.',
      },
      {
        title: 'You work',
        text: 'A few holds, a few steps joined together, on both sides. Your forearms will mention it.',
      },
      { title: 'You sit on the floor and grin', text: 'Stretch, water, and one move to show somebody at home.' },
    ],
  },
  offer: {
    heading: 'Two weeks. All of it.',
    text: 'Fun is hard to judge from one try, because the first one is mostly nerves. So we sell two weeks to begin with, and you come as often as you like.',
    included: [
      'Unlimited classes for two weeks',
      'Beginner classes, no partner and no experience needed',
      'Poles, mats and grip are here; bring shorts and water',
    ],
    note: 'If it is not for you, you have had two good weeks and a story.',
  },
  questions: [
    {
      question: 'Is this a real workout?',
      answer:
        'Your forearms will answer that the next morning. It is strength and mobility with pauses in it, closer to climbing than to aerobics. If you want to be out of breath, there are faster classes.',
    },
    {
      question: 'Do I have to be sexy?',
      answer: 'Only if you feel like it. Most beginners look like somebody concentrating on a shopping cart.',
    },
    {
      question: 'What do I wear?',
      answer:
        'Shorts and a T-shirt, bare feet, no lotion that day. You will want skin at the knees because that is what grips.',
    },
    {
      question: 'How fit must I be to start?',
      answer:
        'Fit enough for a flight of stairs is a good beginning. Moves come in sizes. If a doctor has told you to take it easy, ask that doctor first, then tell us.',
    },
    {
      question: 'Can we come as a group?',
      answer:
        'Gladly. Tell us how many you are and when, so that there is a pole for each of you. It is a better birthday than dinner.',
    },
  ],
  closing: {
    heading: 'Come and play',
    text: 'Tell us which days are yours. A person reads it and answers within one to two business days, with your first class in it.',
  },
};
