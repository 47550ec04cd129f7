/**
 * The screens that most visits never open. The server renders them like all others; the browser loads their code when
 * one is opened.
 */
export { AboutScreen } from './pages/about.tsx';
export { ArchiveScreen } from './pages/archive.tsx';
export { ContactScreen } from './pages/contact.tsx';
export { FollowScreen } from './pages/follow.tsx';
export { NotFoundScreen } from './pages/not-found.tsx';
export { PrivacyScreen } from './pages/privacy.tsx';
export { TermsScreen } from './pages/terms.tsx';
