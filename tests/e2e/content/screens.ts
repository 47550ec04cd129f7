import { EMPTY_CATEGORY } from './categories.ts';
import { latest } from './posts.ts';
import * as special from './special-posts.ts';

export interface Screen {
  name: string;
  path: string;
  /** The text of the only h1. */
  heading: string;
  status: 200 | 404;
}

const screen = (name: string, path: string, heading: string, status: 200 | 404 = 200): Screen => ({
  name,
  path,
  heading,
  status,
});

const HEADLINE = 'Discover Insights Across Every Niche';

/** Every screen of the reading site, in each state that an address can have. */
export const screens: Screen[] = [
  screen('home', '/', HEADLINE),
  screen('home, one category', '/?category=travel', HEADLINE),
  screen('home, one of the other categories', '/?category=finance', HEADLINE),
  screen('home, a long title alone', '/?category=business', HEADLINE),
  screen('home, last page', `/?page=${Math.ceil(latest.length / 12)}`, HEADLINE),
  screen('post with everything', `/post/${special.everything.slug}`, special.everything.title),
  screen('post with embeds', `/post/${special.embeds.slug}`, special.embeds.title),
  screen('post with long words', `/post/${special.longTitle.slug}`, special.longTitle.title),
  screen('post from right to left', `/post/${special.rightToLeft.slug}`, special.rightToLeft.title),
  screen('post with emoji', `/post/${special.emoji.slug}`, special.emoji.title),
  screen('post with hostile text', `/post/${special.hostile.slug}`, special.hostile.title),
  screen('post with a foreign picture', `/post/${special.foreignPicture.slug}`, special.foreignPicture.title),
  screen('bare post', `/post/${special.bare.slug}`, special.bare.title),
  screen('missing post', '/post/never-written', 'Post not found', 404),
  screen('category', '/category/technology', 'Technology'),
  screen('category, last page', '/category/technology?page=2', 'Technology'),
  screen('category with a long title', '/category/business', 'Business'),
  screen('empty category', `/category/${EMPTY_CATEGORY}`, 'Entertainment'),
  screen('missing category', '/category/never-made', 'Category not found', 404),
  screen('tag', '/tag/workbench', '#workbench'),
  screen('tag, last page', '/tag/workbench?page=2', '#workbench'),
  screen('tag of one emoji', '/tag/u1f372', '#🍲'),
  screen('tag from right to left', `/tag/${encodeURIComponent('عربية')}`, '#عربية'),
  screen('missing tag', '/tag/never-used', 'Tag not found', 404),
  screen('author', '/author/ninefold-editors', 'Ninefold Editors'),
  screen('missing author', '/author/nobody', 'Author not found', 404),
  screen('archive', '/archive', 'Archive'),
  screen('a year of the archive', '/archive/2025', '2025'),
  screen('a month of the archive', '/archive/2025/07', 'July 2025'),
  screen('year without posts', '/archive/1823', 'Nothing from 1823', 404),
  screen('follow', '/follow', 'Follow Ninefold'),
  screen('search, nothing asked', '/search', 'Search'),
  screen('search', '/search?q=workbench', 'Search'),
  screen('search, nothing found', '/search?q=xylophonist', 'Search'),
  screen('about', '/about', 'About Us'),
  screen('privacy', '/privacy', 'Privacy Policy'),
  screen('terms', '/terms', 'Terms of Service'),
  screen('contact', '/contact', 'Contact'),
  screen('landing page, Pilates', '/pilates-to-pole', 'You built the core. Now let it carry you.'),
  screen('landing page, yoga', '/yoga-to-pole', 'Take your practice off the floor.'),
  screen(
    'landing page, near me',
    '/pole-dancing-classes-near-me-st-pete',
    'Pole dancing classes near you, in St. Pete',
  ),
  screen('landing page, fun', '/fun-workouts-st-pete', 'A workout you will not need to talk yourself into'),
  screen('not found', '/no/such/page', '404 Page Not Found', 404),
];
