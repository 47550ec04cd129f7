export { authors, categories, tags } from './catalog-kinds.ts';
export { CatalogSection } from './catalog-section.tsx';
