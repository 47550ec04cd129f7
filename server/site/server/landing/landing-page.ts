/** A landing page of the studio: its words, all plain text. `LandingScreen` gives them their form. */
export interface LandingPage {
  /** Where it is: "/yoga-to-pole". */
  path: string;
  /** For the browser's tab and search engines; the site's name is added. */
  title: string;
  /** For search engines and shared links, at most 160 characters. */
  description: string;
  /** A colour class of the house ("category-fitness"): the page's tint. */
  color: string;
  /** Which of the drawings opens the page. */
  figure: 'climb' | 'arch' | 'spin' | 'leap';
  /** A line above the headline. */
  kicker: string;
  headline: string;
  standfirst: string;
  /** What the button says. */
  action: string;
  /** The argument, in as many parts as it takes. */
  story: readonly LandingSection[];
  /** What the reader has, and what becomes of it here. */
  bridge: LandingBridge;
  firstClass: { heading: string; intro: string; steps: readonly { title: string; text: string }[] };
  offer: { heading: string; text: string; included: readonly string[]; note: string };
  questions: readonly { question: string; answer: string }[];
  closing: { heading: string; text: string };
}

export interface LandingSection {
  heading: string;
  paragraphs: readonly string[];
}

export interface LandingBridge {
  heading: string;
  intro: string;
  /** Names of the two columns. */
  from: string;
  to: string;
  rows: readonly { from: string; to: string }[];
}
