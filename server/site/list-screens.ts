/** The screens that show a list of posts. The server renders them like all others; the browser loads their code when one is opened. */
export { CategoryScreen } from './pages/category.tsx';
export { HomeScreen } from './pages/home.tsx';
export { PeriodScreen } from './pages/period.tsx';
export { PostsOfScreen } from './pages/posts-of.tsx';
export { SearchScreen } from './pages/search.tsx';
