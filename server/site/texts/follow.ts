/** The page that lists the feeds and explains how to use them. */
export const followPage = {
  title: 'Follow',
  standfirst: 'New posts can come to you, without an account, an e-mail address, or anybody who decides what you see.',
  /** Shown where readers can follow by e-mail. */
  email: {
    standfirst:
      'New posts can come to you, by email or in a feed reader, without an account or anybody who decides what you see.',
    heading: 'By email',
    text: 'Choose what comes. You get a mail with a link first; letters come once you have confirmed it, and every one of them has a link that stops them.',
  },
  how: {
    heading: 'How it works',
    steps: [
      'Get a feed reader: Feedly, Inoreader, NetNewsWire and Thunderbird are known ones, and many browsers and mail programs can do it too.',
      'Give it the address of what you want to follow. The address of a page is enough: most readers find its feed by themselves.',
      'New posts appear there, whole and in order. To stop, remove the feed; nobody is told.',
    ],
  },
  everything: {
    heading: 'Everything',
    text: 'The newest posts of all subjects. Which format you take does not matter; where a reader asks, take RSS.',
  },
  categories: {
    heading: 'One category',
    text: 'Only what you came for.',
  },
  others: {
    heading: 'A tag or an author',
    text: 'Each page of a tag and of an author has a button that says Follow and leads to a feed of its own.',
  },
} as const;
