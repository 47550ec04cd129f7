import type { LandingPage } from './landing-page.ts';

/** A fold of the paper figure: its corners in a box of 300 × 360, and its darkness. */
interface Facet {
  points: string;
  tone: 'dark' | 'mid' | 'light';
}

const tones = { dark: 'fill-category', mid: 'fill-category/60', light: 'fill-category-mid' };

const facet = (tone: Facet['tone'], points: string): Facet => ({ points, tone });

/** Paper people on a pole: head, arms, body, legs, from light to dark as the light would fall. */
const figures: Record<LandingPage['figure'], readonly Facet[]> = {
  climb: [
    facet('mid', '112,104 130,88 142,106 126,124'),
    facet('dark', '122,118 148,50 154,58 136,132'),
    facet('light', '108,126 136,126 128,168'),
    facet('mid', '108,126 128,168 100,214'),
    facet('dark', '136,126 128,168 100,214 138,206'),
    facet('mid', '136,132 160,150 154,160 128,150'),
    facet('light', '100,214 138,206 176,232'),
    facet('dark', '138,206 176,232 170,244 120,226'),
    facet('mid', '176,232 168,242 138,284'),
    facet('mid', '100,214 124,222 142,330'),
    facet('dark', '100,214 142,330 132,336'),
  ],
  arch: [
    facet('light', '150,106 206,70 196,92'),
    facet('mid', '150,106 196,92 158,138'),
    facet('dark', '206,70 150,62 148,72 196,92'),
    facet('mid', '158,138 262,182 276,196 150,120'),
    facet('dark', '158,138 276,196 262,200'),
    facet('light', '150,106 158,138 108,156'),
    facet('mid', '158,138 108,156 92,196'),
    facet('dark', '150,106 108,156 92,196 84,162'),
    facet('light', '84,162 92,196 60,216'),
    facet('mid', '64,218 88,214 84,240 62,242'),
    facet('dark', '92,190 112,236 150,262 148,272 102,246'),
    facet('mid', '84,180 44,232 26,282 50,244'),
  ],
  spin: [
    facet('mid', '92,84 114,72 124,92 104,108'),
    facet('dark', '112,104 146,56 156,60 124,120'),
    facet('light', '98,114 126,112 118,152'),
    facet('mid', '98,114 118,152 92,196'),
    facet('dark', '126,112 118,152 92,196 128,186'),
    facet('mid', '122,124 156,158 148,166 116,142'),
    facet('light', '92,196 128,186 186,214'),
    facet('mid', '128,186 186,214 178,226'),
    facet('dark', '186,214 176,226 226,262 236,252'),
    facet('mid', '92,196 112,204 66,246'),
    facet('dark', '66,246 112,204 96,236'),
    facet('light', '66,246 96,236 34,286'),
    facet('dark', '96,236 34,286 26,302'),
  ],
  leap: [
    facet('mid', '172,110 194,102 202,124 182,134'),
    facet('dark', '190,134 146,94 142,104 184,148'),
    facet('light', '184,134 206,148 170,168'),
    facet('mid', '206,148 170,168 196,212'),
    facet('dark', '184,134 170,168 196,212 166,190'),
    facet('mid', '172,158 144,196 152,202 178,176'),
    facet('light', '196,212 206,176 248,132'),
    facet('mid', '206,176 248,132 280,76'),
    facet('dark', '206,176 280,76 268,106 222,190'),
    facet('mid', '196,212 222,190 236,254'),
    facet('dark', '196,212 236,254 226,262'),
    facet('light', '236,254 226,262 254,322'),
  ],
};

/** The picture at the top of a landing page: a person folded out of paper, and a pole. Decorative. */
export function LandingArt({ figure }: Pick<LandingPage, 'figure'>) {
  return (
    <svg
      viewBox="0 0 300 360"
      aria-hidden="true"
      focusable="false"
      className="mx-auto w-full max-w-80 overflow-visible"
    >
      <path d="M8 312L150 274L292 312L150 350Z" className="fill-category-mid opacity-50" />
      <path d="M150 274L292 312L150 350Z" className="fill-category-mid opacity-50" />
      {/* The pole comes from the ceiling where nothing stands above the picture. */}
      <rect x="146" y="-600" width="8" height="600" className="fill-line-strong max-md:hidden" />
      <rect x="146" width="8" height="312" className="fill-line-strong" />
      {figures[figure].map(({ points, tone }) => (
        <polygon key={points} points={points} className={tones[tone]} />
      ))}
    </svg>
  );
}
