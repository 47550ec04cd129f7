import { ChartSpline, FolderInput, History, Images, Mails } from 'lucide-react';
import { HISTORY_ADDRESS, HistoryScreen, isHistoryAddress } from '../history/index.ts';
import { IMPORT_ADDRESS, ImportScreen, isImportAddress } from '../imports/index.ts';
import type { LazyScreen } from '../lazy-screen.tsx';
import { isLettersAddress, LETTERS_ADDRESS, LettersScreen } from '../letters/index.ts';
import { isMediaAddress, MEDIA_ADDRESS, MediaLibrary } from '../media-library/index.ts';
import { isStatisticsAddress, STATISTICS_ADDRESS, StatisticsPlace } from '../statistics/index.ts';

/** A screen outside the tabs, with an address of its own. */
interface Place {
  name: string;
  address: string;
  isAt(location: { search: string; hash: string }): boolean;
  Drawing: typeof Images;
  /** Further words that find the place in a search. */
  words: readonly string[];
  Screen: LazyScreen<object>;
  /** Whether the name is shown beside the icon if the header has room for it. */
  isNamed?: true;
  /** Whether the place is linked only from elsewhere, as Import is from Settings. */
  isUnlisted?: true;
}

/** All places, including those that no header lists. */
export const places: readonly Place[] = [
  {
    name: 'Media Library',
    words: ['pictures', 'images', 'photos', 'upload'],
    address: MEDIA_ADDRESS,
    isAt: isMediaAddress,
    Drawing: Images,
    Screen: MediaLibrary,
    isNamed: true,
  },
  {
    name: 'Letters',
    address: LETTERS_ADDRESS,
    isAt: isLettersAddress,
    Drawing: Mails,
    words: ['subscribers', 'newsletter', 'followers'],
    Screen: LettersScreen,
  },
  {
    name: 'Statistics',
    words: ['readings', 'views', 'analytics', 'searches'],
    address: STATISTICS_ADDRESS,
    isAt: isStatisticsAddress,
    Drawing: ChartSpline,
    Screen: StatisticsPlace,
  },
  {
    name: 'History',
    address: HISTORY_ADDRESS,
    isAt: isHistoryAddress,
    Drawing: History,
    words: ['rewind', 'restore', 'deleted', 'bin', 'undo'],
    Screen: HistoryScreen,
  },
  {
    name: 'Import',
    words: ['move', 'ghost', 'wordpress', 'bring in'],
    address: IMPORT_ADDRESS,
    isAt: isImportAddress,
    Drawing: FolderInput,
    Screen: ImportScreen,
    isUnlisted: true,
  },
];

/** The places that the header and the menu of a phone list, in their order. */
export const listedPlaces = places.filter(({ isUnlisted }) => !isUnlisted);

/** Returns the place at an address; null if the tabs are shown. */
export function placeAt(location: { search: string; hash: string }): Place | null {
  return places.find(({ isAt }) => isAt(location)) ?? null;
}
