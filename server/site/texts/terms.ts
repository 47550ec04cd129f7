import type { TextPage } from './text-section.ts';

/** The governing-law section keeps its placeholders until the owner fills them in. */
export const termsPage: TextPage = {
  title: 'Terms of Service',
  description: 'The terms on which you may read, quote and share what is published on this blog, in plain language.',
  lastUpdated: 'Last updated: July 19, 2025',
  intro: [
    'These terms apply when you read or use this site. “We” means the owner of this blog, “you” means whoever uses it. If you do not agree to them, please do not use the site.',
  ],
  sections: [
    {
      heading: 'Who May Use This Site',
      paragraphs: [
        'You must be at least 13 years old. If you are under the age of majority where you live, use the site only with the agreement of a parent or guardian.',
      ],
    },
    {
      heading: 'What You May Do',
      paragraphs: ['You are welcome to:'],
      list: [
        'read everything published here, free of charge and without an account;',
        'share links to it wherever you like;',
        'quote short passages, with the name of this blog and a link to the post;',
        'follow along in a feed reader, and print a copy for yourself or for a class.',
      ],
    },
    {
      heading: 'What You May Not Do',
      paragraphs: ['Please do not:'],
      list: [
        'republish whole posts or pictures, or sell them, without our written permission;',
        'present our work as your own, or change it so that it says what we did not;',
        'try to get into the private part of the site, disturb its operation, or overload it with automated requests;',
        'use the contact form for advertising, or for anything unlawful or abusive.',
      ],
    },
    {
      heading: 'Our Content',
      paragraphs: [
        'Unless a post says otherwise, its text and pictures belong to us or are used with permission, and are protected by copyright. Names and marks of others belong to their owners.',
        'Some posts may be drafted or illustrated with the help of software, including artificial intelligence. We answer for what we publish, however it was made.',
      ],
    },
    {
      heading: 'No Professional Advice',
      paragraphs: [
        'We write about health, fitness, mental health, food, money, work and much else, for information only. It is general, it may be out of date, and it cannot know your situation. It does not replace a doctor, a therapist, a lawyer or a financial adviser. In an emergency, call your local emergency number.',
      ],
    },
    {
      heading: 'Products and Links',
      paragraphs: [
        'A post may mention a product, an app or a service, including ones we have an interest in, and may link to other sites. We do not control those sites and are not responsible for them. What you buy there is between you and the seller.',
      ],
    },
    {
      heading: 'What You Send Us',
      paragraphs: [
        'When you send us a message, you keep your rights in it. You allow us to read it, to store it and to answer it. If you propose a piece or send a correction, we may use the idea; we will not publish your words or your name without asking.',
      ],
    },
    {
      heading: 'No Guarantee',
      paragraphs: [
        'We take care, and we still make mistakes. The site is offered as it is, without warranties of any kind, as far as the law allows. We may change, move or remove content, and the site may at times be unavailable.',
      ],
    },
    {
      heading: 'Limits of Liability',
      paragraphs: [
        'As far as the law allows, we are not liable for indirect or consequential loss that comes from using this site, or from not being able to use it. Nothing in these terms limits liability that the law does not allow to be limited.',
      ],
    },
    {
      heading: 'Privacy',
      paragraphs: [
        'The Privacy Policy says what this site comes to know about its readers, and is part of these terms.',
      ],
      link: { text: 'Privacy Policy', href: '/privacy' },
    },
    {
      heading: 'Changes to These Terms',
      paragraphs: [
        'We may change these terms. The new version applies from the day it stands here, with a new date at the top. Using the site after that means that you accept it.',
      ],
    },
    {
      heading: 'Governing Law',
      paragraphs: [
        'These terms are governed by the laws of [Your State/Country], without regard to its rules on conflicts of laws. Any dispute that arises from them or from the use of this site belongs before the courts of [Your Jurisdiction]. If a part of these terms is found invalid, the rest remains in force.',
      ],
    },
    {
      heading: 'Questions',
      paragraphs: ['If something here is unclear, ask us before you rely on it.'],
      link: { text: 'Contact us', href: '/contact' },
    },
  ],
};
