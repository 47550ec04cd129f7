import { LANDING_OFFER } from '#shared/kernel/landing-offer.ts';
import type { LandingPage } from './landing-page.ts';

export const poleClassesNearMe: LandingPage = {
  path: '/pole-dancing-classes-near-me-st-pete',
  title: 'Pole Dancing Classes Near Me in St. Pete, FL',
  description: `Looking for a pole dancing class near you in St. Pete? What it costs, what to wear, what happens in the first hour. ${LANDING_OFFER.what} for ${LANDING_OFFER.price}.`,
  color: 'category-fitness',
  figure: 'spin',
  kicker: 'St. Petersburg, Florida',
  headline: 'Pole dancing classes near you, in St. Pete',
  standfirst:
    'You searched, so you have been thinking about it. Here is all you need to know before a first class: what it costs, what to wear, what happens, and who else will be in the room.',
  action: `Book two weeks for ${LANDING_OFFER.price}`,
  story: [
    {
      heading: 'Close by counts for more than you would think',
      paragraphs: [
        'The best class is the one you go to again. A studio across the bay with a famous name loses, after three weeks, to the one you can reach after work without a bridge. Pole rewards coming often far more than coming far: skin and grip forget within days, and remember just as quickly.',
        'So before you compare anything else, ask yourself which evening of the week is really free. Then write to us with that evening. If there is a beginner class on it, you have found your studio.',
      ],
    },
    {
      heading: 'How to tell a good studio, ours or another',
      paragraphs: [
        'Ask what a beginner does in the first class; if the answer is a trick, be careful. Ask whether there are mats, and who stands beside you when you first leave the floor. Ask what they do when somebody says no to a move. A good studio likes these questions.',
        'Then look at the room. People of different sizes and ages, some of them laughing and some of them resting on the floor, is what you want to see. If everyone in the pictures looks the same, somebody chose that.',
      ],
    },
  ],
  bridge: {
    heading: 'Who walks in',
    intro: 'Everybody thinks they are the exception. Here is who has thought so before you.',
    from: 'What people say',
    to: 'What we say',
    rows: [
      { from: 'I have no strength in my arms', to: 'Nobody has, on the first day. Legs do the early work' },
      { from: 'I am too old for this', to: 'Beginners come at every age. Joints are warmed up before they are asked' },
      { from: 'I am too heavy', to: 'The pole is bolted to the building. It will hold you' },
      { from: 'I cannot dance', to: 'You can walk. It begins with walking' },
      { from: 'I would have to come alone', to: 'Most people do. By the end of the hour you know a few names' },
    ],
  },
  firstClass: {
    heading: 'What happens in the first hour',
    intro: 'So that nothing is a surprise but the fun.',
    steps: [
      {
        title: 'Before you leave home',
        text: 'Shorts and a T-shirt. Bare feet. No lotion or oil on arms and legs that day: it makes the pole slippery for you and for whoever comes next.',
      },
      {
        title: 'At the door',
        text: 'Say that it is your first class. You get a place, a pole and a short round through the room.',
      },
      {
        title: 'Warming up',
        text: 'Ten minutes or so. Shoulders, wrists, hips, and everything slower than you expect.',
      },
      {
        title: 'The first moves',
        text: 'A walk round the pole, a grip, a slow spin close to the floor, and how to come out of it on your feet.',
      },
      {
        title: 'Putting it together',
        text: 'Two or three of those in a row, to music, as yourself. You may film it. You may also just keep it.',
      },
    ],
  },
  offer: {
    heading: 'What it costs',
    text: 'A price on a studio page should not need a phone call. This is ours for everyone who is new.',
    included: [
      'Unlimited classes for two weeks',
      'Every class that is open to beginners',
      'Poles, mats and grip are here',
    ],
    note: 'Nothing to buy beforehand: no shoes, no outfit, no gloves.',
  },
  questions: [
    {
      question: 'Where exactly are you?',
      answer:
        'In St. Pete. Write to us through the contact page and we send you the address, how to park, and the next beginner class.',
    },
    {
      question: 'Do I need heels?',
      answer:
        'No. Bare feet are best to learn in. Some classes use heels later on, because they are fun and because they change the balance. They are never required.',
    },
    {
      question: 'May I only watch first?',
      answer:
        'We would rather have you try: a class is a private hour for those who are in it, and watching makes it look harder than it is. If you are unsure, write, and we talk it over.',
    },
    {
      question: 'Are men welcome?',
      answer: 'Yes. The pole does not know, and neither does the class mind. Bring shorts like everybody else.',
    },
    {
      question: 'What if I am very unfit?',
      answer:
        'Then you are who a beginner class is for. You rest when you need to, and every move has a version near the floor. If you have a medical condition, ask your doctor first and tell the teacher.',
    },
    {
      question: 'Can I bring a friend?',
      answer: 'Please do. Two weeks for each of you, and somebody to hold the phone when it works.',
    },
  ],
  closing: {
    heading: 'It is closer than you thought',
    text: 'Send us a line with the evening that suits you. A person reads it and answers within one to two business days.',
  },
};
