import type { Database } from 'better-sqlite3';
import { isoTime, live } from '#server/db/live.ts';
import { foldWord, wordsOf } from '#shared/content/search/search-words.ts';
import type { SearchAnswer } from './search-index.ts';

/** A text to which posts are sought that treat the same; `now` in milliseconds since 1970. */
export interface AlikeRequest {
  alike: { title: string; text: string };
  now: number;
}

/** Characters of a text that are looked at: what it is about is said by then. */
const LOOKED_AT = 60_000;
/** Words whose frequency on the site is asked for, and those of them that posts are sought by. */
const WORDS = { weighed: 40, sought: 12 } as const;
/** A word in more posts than that tells little of any; looking at all its posts would cost. */
const MOST_POSTS = { number: 2000, share: 0.2, least: 3 } as const;
/** A word of the title counts as so many in the text, and no word for more than so many. */
const WORTH = { title: 4, most: 6 } as const;
const LENGTHS = { min: 3, max: 40 } as const;
/** Posts that are answered. */
const ANSWERED = 40;

/** Live posts that have most of the words that tell what a text is about, the nearest first. */
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
    // One rare word in common is chance.
    const least = Math.max(2, Math.ceil(words.length / 4));
    return answerOf(ids.filter((id) => (shared.get(id) ?? 0) >= least));
  };
}

/** The words a text says most, those of its title above all. */
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

/** For FTS5: it can be nothing but a word. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '')}"`;
}

function answerOf(ids: readonly number[]): SearchAnswer {
  return { hits: ids.map((id) => ({ id, snippet: '', title: '' })), total: ids.length, meant: null };
}
