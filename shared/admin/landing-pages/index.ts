export { LandingPagesTab } from './landing-pages-tab.tsx';
