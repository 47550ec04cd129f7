export { isLettersAddress, LETTERS_ADDRESS } from './letters-address.ts';
export { LettersScreen } from './letters-screen.tsx';
