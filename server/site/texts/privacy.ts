import type { TextPage } from './text-section.ts';

/**
 * What this software stores about readers. The text must stay true: a change to how views are counted, to what the
 * contact form stores, to embeds, logs or analytics changes a sentence here.
 */
export const privacyPage: TextPage = {
  title: 'Privacy Policy',
  description:
    'What this blog knows about its readers, which is little: no visitor accounts, no reader cookies of ours, and views counted without names.',
  lastUpdated: 'Last updated: July 19, 2025',
  intro: [
    'You can read everything here without telling us who you are. This page says what the site nevertheless comes to know, what it does with it, and what you can do about it. “We” means the owner of this blog.',
  ],
  sections: [
    {
      heading: 'In Short',
      list: [
        'There are no visitor accounts, and nothing to sign up for in order to read.',
        'We set no cookies for readers. The only cookie of our own belongs to the owner, who signs in to write.',
        'We count how often pages are read, without keeping who read them.',
        'What you send us through the contact form is stored so that we can answer.',
        'We do not sell or rent personal information.',
      ],
    },
    {
      heading: 'How Views Are Counted',
      paragraphs: [
        'When you have opened a post, your browser tells our server that it was read. So that one reader counts once a day, the server makes a keyed hash, a kind of fingerprint, from your network address and the name your browser gives itself. It remembers the hash in memory to recognise a repeat. The key is changed every day, so a hash cannot be linked to one of another day.',
        'What is stored is a single number for each post. Neither your address nor the hash is stored with it.',
        'Beside it we keep sums for each day: how often a post or a kind of page was read, on phones, tablets or computers, how many readings came to the end, and the names of the sites readers came from, without the pages on them. We also keep which words were searched for here and which missing addresses were asked for, each with its day and nothing else; words that look like an e-mail address or a long number are not kept. Robots are left out, and so are you if your browser asks not to be tracked (“Do Not Track” or “Global Privacy Control”).',
      ],
    },
    {
      heading: 'What You Send Us',
      paragraphs: [
        'When you use the contact form we store your name, your email address, the subject and your message, together with the time. The owner of this blog reads them and may also receive them by email. They are used to answer you, and for nothing else, and are kept until the owner deletes them; copies may stay in backups for some time after that.',
      ],
    },
    {
      heading: 'What Stays in Your Browser',
      paragraphs: [
        'If you choose another theme, or your system’s, your choice is written to your browser’s local storage under the name “theme”, so that the next page looks the same.',
        'When you leave a long post in its middle, how far you have read is written there too, under the name “reading-places”, for at most fifty posts, so that you can go on from there. It is never sent to us. Neither entry identifies you, and clearing your browser’s site data removes both.',
      ],
    },
    {
      heading: 'Technical Information',
      paragraphs: [
        'Like every web server, ours receives your network address with each request, because it could not answer otherwise. For a short time it is also used to slow down abuse, such as a flood of messages. To find faults, the server may write technical logs about the requests it answers. Whoever operates the server decides how long those logs are kept.',
      ],
    },
    {
      heading: 'Content From Other Sites',
      paragraphs: [
        'A post may contain a picture that another site serves, or an embedded post from a social network. Your browser then loads it from there, and that site learns your network address and may set cookies of its own. Videos are shown as a card first; the player is loaded only when you choose to play it. Share buttons load nothing until you use them.',
        'Links lead to sites we do not run. Their own policies apply there.',
      ],
    },
    {
      heading: 'Analytics',
      paragraphs: [
        'This software counts nothing beyond what is described above unless the owner of this blog has entered an analytics measurement ID. If one is set, the analytics provider’s script is loaded. The provider then learns which pages you see, what you search for here, and whether a contact form was sent, though not what was in it. It also receives your network address and may set cookies. If none is set, that script is not part of any page. A content blocker stops it in either case without breaking the site.',
      ],
    },
    {
      heading: 'Your Choices and Rights',
      paragraphs: [
        'You can ask us what we have stored about you, have it corrected, or have it deleted. In practice this concerns messages you have sent, because nothing else is stored under your name. Depending on where you live, the law may give you further rights, including the right to complain to a supervisory authority.',
      ],
    },
    {
      heading: 'Children',
      paragraphs: [
        'This site is meant for readers who are at least 13 years old. We do not knowingly collect personal information from children under 13. If you believe that a child has sent us a message, tell us and we will delete it.',
      ],
    },
    {
      heading: 'Changes',
      paragraphs: [
        'When the way this site treats information changes, this page changes with it, and so does the date at its top.',
      ],
    },
    {
      heading: 'Questions',
      paragraphs: ['Write to us about anything on this page. We answer within 1-2 business days.'],
      link: { text: 'Contact us', href: '/contact' },
    },
  ],
};
