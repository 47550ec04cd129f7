import { sql } from 'kysely';

/** For `in`: a list of ids or names as one bound value, so that the statement's text does not grow with the list. */
export function valuesOf<T extends number | string>(values: readonly T[]) {
  return sql<T>`(select value from json_each(${JSON.stringify(values)}))`;
}
