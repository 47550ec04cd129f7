import type { Database } from 'better-sqlite3';
import { isoTime, live } from '#server/db/live.ts';
import { foldWord, wordsOf } from '#shared/content/search/search-words.ts';
import type { SearchAnswer } from './search-index.ts';

/** A text for which posts on the same subject are searched; `now` in milliseconds since 1970. */
export interface AlikeRequest {
  alike: { title: string; text: string };
  now: number;
}

/** The number of characters of a text that are read: by then its subject is clear. */
const LOOKED_AT = 60_000;
/**
 * `weighed`: the number of words whose frequency on the site is looked up. `sought`: the number of those by which posts
 * are searched.
 */
const WORDS = { weighed: 40, sought: 12 } as const;
/** A word in more posts than this says little about any of them, and reading all its posts would be slow. */
const MOST_POSTS = { number: 2000, share: 0.2, least: 3 } as const;
/** A word of the title counts as `title` words of the text, and no word counts as more than `most`. */
const WORTH = { title: 4, most: 6 } as const;
const LENGTHS = { min: 3, max: 40 } as const;
/** The number of posts returned. */
const ANSWERED = 40;

/** Searches the live posts that contain most of the words characteristic of a text, the closest first. */
export function createAlike(sqlite: Database): (request: AlikeRequest) => SearchAnswer {
  const shown = `rowid not in (${live.exceptIdsSql})`;
  const all = sqlite.prepare<[{ now: string }], number>(`select count(*) from blog_posts p where ${live.sql}`).pluck();
  const count = sqlite
    .prepare<[{ match: string; most: number }], number>(
      'select count(*) from (select 1 from post_search where post_search match :match limit :most)',
    )
    .pluck();
  const nearest = sqlite
    .prepare<[{ match: string; now: string }], number>(
      `select rowid from post_search where post_search match :match and ${shown} order by rank limit ${ANSWERED}`,
    )
    .pluck();
  const having = sqlite
    .prepare<[{ match: string; ids: string }], number>(
      'select rowid from post_search where post_search match :match and rowid in (select value from json_each(:ids))',
    )
    .pluck();

  const telling = (title: string, text: string, now: string): string[] => {
    const posts = all.get({ now }) ?? 0;
    const most = Math.min(MOST_POSTS.number, Math.max(MOST_POSTS.least, Math.floor(posts * MOST_POSTS.share)));
    return weighed(title, text)
      .flatMap(({ word, weight }) => {
        const number = count.get({ match: quoted(word), most: most + 1 }) ?? 0;
        return number === 0 || number > most ? [] : [{ word, worth: weight * Math.log((posts + 1) / number) }];
      })
      .sort((a, b) => b.worth - a.worth)
      .slice(0, WORDS.sought)
      .map(({ word }) => word);
  };

  return ({ alike: { title, text }, now }) => {
    const time = isoTime(now);
    const words = telling(title, text, time);
    if (words.length < 2) return answerOf([]);
    const ids = nearest.all({ match: words.map(quoted).join(' OR '), now: time });
    const shared = new Map<number, number>();
    for (const word of words) {
      for (const id of having.all({ match: quoted(word), ids: JSON.stringify(ids) })) {
        shared.set(id, (shared.get(id) ?? 0) + 1);
      }
    }
    // One rare word in common is a coincidence.
    const least = Math.max(2, Math.ceil(words.length / 4));
    return answerOf(ids.filter((id) => (shared.get(id) ?? 0) >= least));
  };
}

/** The most frequent words of a text; those of its title have more weight. */
function weighed(title: string, text: string): { word: string; weight: number }[] {
  const weights = new Map<string, number>();
  const add = (from: string, weight: number) => {
    for (const word of wordsOf(from.toWellFormed().normalize('NFC')).map(foldWord)) {
      if (word.length < LENGTHS.min || word.length > LENGTHS.max || /^\d+$/.test(word)) continue;
      weights.set(word, (weights.get(word) ?? 0) + weight);
    }
  };
  add(title.slice(0, LOOKED_AT), WORTH.title);
  add(text.slice(0, LOOKED_AT), 1);
  return [...weights]
    .map(([word, weight]) => ({ word, weight: Math.min(weight, WORTH.most) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, WORDS.weighed);
}

/** Quotes a word for FTS5, so that it cannot be read as anything but a word. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '')}"`;
}

function answerOf(ids: readonly number[]): SearchAnswer {
  return { hits: ids.map((id) => ({ id, snippet: '', title: '' })), total: ids.length, meant: null };
}
