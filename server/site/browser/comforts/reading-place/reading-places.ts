const MAX_PLACES = 50;

/** How much of each post was read, by slug. Only shares of more than a tenth and less than nine tenths are stored. */
export type Places = [slug: string, read: number][];

/** Whether a post of which this share (0 to 1) was read is begun and not finished. */
function isUnderWay(read: number): boolean {
  return read > 0.1 && read < 0.9;
}

/** Returns the places that a stored text holds; none when it holds something else. */
export function parsePlaces(text: string | null): Places {
  try {
    const places: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(places) ? places.filter(isPlace).slice(0, MAX_PLACES) : [];
  } catch {
    return [];
  }
}

function isPlace(place: unknown): place is Places[number] {
  return Array.isArray(place) && typeof place[0] === 'string' && typeof place[1] === 'number' && isUnderWay(place[1]);
}

/**
 * Returns the places after this share of a post was read: a finished post is dropped, a post that is hardly begun
 * changes nothing.
 */
export function keepPlace(places: Places, slug: string, read: number): Places {
  if (read <= 0.1) return places;
  const others = places.filter(([other]) => other !== slug);
  return isUnderWay(read)
    ? ([[slug, Math.round(read * 1000) / 1000] as const, ...others].slice(0, MAX_PLACES) as Places)
    : others;
}
