/**
 * The screens that most visits never open. The server renders them like all others; the browser loads their code when
 * one is opened.
 */
export { AboutScreen } from './pages/about.tsx';
export { ContactScreen } from './pages/contact.tsx';
export { PrivacyScreen } from './pages/privacy.tsx';
export { TermsScreen } from './pages/terms.tsx';
