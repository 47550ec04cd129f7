/** A landing page of the site. */
export interface LandingPage {
  path: string;
  title: string;
  /** The readers that the page is written for. */
  audience: string;
}

export const landingPages: readonly LandingPage[] = [
  {
    path: '/pilates-to-pole',
    title: 'Pilates to Pole',
    audience: 'For people who know their core from Pilates and want to see what it can lift.',
  },
  {
    path: '/yoga-to-pole',
    title: 'Yoga to Pole',
    audience: 'For yogis whose balance and breath are ready to leave the mat.',
  },
  {
    path: '/pole-dancing-classes-near-me-st-pete',
    title: 'Pole Dancing Classes Near Me, St. Pete',
    audience: 'For neighbours who look for a first class close to home.',
  },
  {
    path: '/fun-workouts-st-pete',
    title: 'Fun Workouts, St. Pete',
    audience: 'For everyone who has given up on treadmills.',
  },
];
