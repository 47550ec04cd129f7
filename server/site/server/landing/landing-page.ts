/** A landing page of the studio: its texts, all plain. `LandingScreen` gives them their form. */
export interface LandingPage {
  /** The path of the page: "/yoga-to-pole". */
  path: string;
  /** The title for the browser's tab and search engines; the site's name is added. */
  title: string;
  /** For search engines and shared links, at most 160 characters. */
  description: string;
  /** A colour class of the site ("category-fitness"): the page's tint. */
  color: string;
  /** The drawing at the top of the page. */
  figure: 'climb' | 'arch' | 'spin' | 'leap';
  /** A line above the headline. */
  kicker: string;
  headline: string;
  standfirst: string;
  /** The text of the button. */
  action: string;
  /** The argument, in as many parts as it needs. */
  story: readonly LandingSection[];
  /** The reader's present skills, and what they become here. */
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
  /** The names of the two columns. */
  from: string;
  to: string;
  rows: readonly { from: string; to: string }[];
}
