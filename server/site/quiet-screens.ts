/** The screens most visits never come to: on the server like all others, in the browser loaded when they are opened. */
export { AboutScreen } from './pages/about.tsx';
export { ContactScreen } from './pages/contact.tsx';
export { PrivacyScreen } from './pages/privacy.tsx';
export { TermsScreen } from './pages/terms.tsx';
