/**
 * The screens that most visits never open. The server renders them like all others; the browser loads their code when
 * one is opened.
 */
export { AboutScreen } from './pages/about.tsx';
export { ArchiveScreen } from './pages/archive.tsx';
export { AuthorScreen } from './pages/author.tsx';
export { ContactScreen } from './pages/contact.tsx';
export { FollowScreen } from './pages/follow.tsx';
export { PeriodScreen } from './pages/period.tsx';
export { PrivacyScreen } from './pages/privacy.tsx';
export { TagScreen } from './pages/tag.tsx';
export { TermsScreen } from './pages/terms.tsx';
