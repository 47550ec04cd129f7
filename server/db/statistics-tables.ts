import type { ColumnType, Generated } from 'kysely';

// The tables of the statistics: migration 0028.

type Fixed<T> = ColumnType<T, T, never>;

interface CountedTable {
  /** 0 for a day, 1 for a month. */
  unit: Fixed<0 | 1>;
  /** Days since 1970, or months since the year 0; UTC. */
  at: Fixed<number>;
}

interface ReadingsTable extends CountedTable {
  phones: Generated<number>;
  tablets: Generated<number>;
  computers: Generated<number>;
  ends: Generated<number>;
}

export interface StatisticsPlacesTable extends ReadingsTable {
  place: Fixed<string>;
}

export interface StatisticsPostsTable extends ReadingsTable {
  post_id: Fixed<number>;
}

export interface StatisticsReferrersTable extends CountedTable {
  /** 0 for pages that are not posts, and in the rows of a month. */
  post_id: Fixed<number>;
  /** Empty for "others". */
  host: Fixed<string>;
  readings: Generated<number>;
}

export interface StatisticsSearchesTable {
  day: Fixed<number>;
  /** Empty for "others". */
  words: Fixed<string>;
  has_found: Fixed<0 | 1>;
  asked: Generated<number>;
}

export interface StatisticsMissingTable {
  day: Fixed<number>;
  /** Empty for "others", '*' for the addresses that robots try. */
  path: Fixed<string>;
  /** 'own' for this site, empty for none. */
  host: Fixed<string>;
  asked: Generated<number>;
}
