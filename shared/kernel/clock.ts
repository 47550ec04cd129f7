/** The clock that the rooms use: it is passed in, so that a test can stop it. Milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
