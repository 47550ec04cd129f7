export { useAuthors, useCategories, useSeries, useTags } from './use-catalog.ts';
