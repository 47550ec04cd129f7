import { lazyScreen } from '../lazy-screen.tsx';

export { isLettersAddress, LETTERS_ADDRESS } from './letters-address.ts';
export const LettersScreen = lazyScreen(async () => (await import('./letters-screen.tsx')).LettersScreen);
