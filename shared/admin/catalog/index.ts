export { useAuthors, useCategories, useTags } from './use-catalog.ts';
