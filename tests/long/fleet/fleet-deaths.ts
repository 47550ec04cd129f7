import type { Kind, Machine } from './fleet-stage.ts';

/** The milliseconds after a restart of a machine in which connections that were open when it died still break. */
const AFTERMATH = 2000;

/** A span of time, in milliseconds since 1970. */
interface Span {
  from: number;
  until: number;
}

/** A machine that was killed, from the kill until it answered again. */
export interface Death extends Span {
  name: string;
  kind: Kind;
}

/** A request that got no page. */
export interface Failure extends Span {
  what: string;
}

/** Kills a machine for `milliseconds`, and starts it again. */
export async function kill(victim: Machine, wait: () => Promise<void>): Promise<Death> {
  const from = Date.now();
  await victim.down();
  await wait();
  await victim.up();
  return { name: victim.name, kind: victim.kind, from, until: Date.now() };
}

/** The figures of one kind of death. */
export interface DeathFigures {
  kind: Kind;
  times: number;
  /** The seconds in which a machine of this kind was dead. */
  dead: number;
  /** How many of these seconds, and of those just after, had a request that got no page. */
  withoutPage: number;
}

/** Returns the figures of each kind of death, and the failures that none of the deaths explains. */
export function figuresOf(
  deaths: readonly Death[],
  failures: readonly Failure[],
): { figures: DeathFigures[]; unexplained: Failure[] } {
  const kinds: Kind[] = ['edge', 'reader', 'writer', 'store'];
  const during = ({ from, until }: Failure, aftermath: number) =>
    deaths.filter((death) => from <= death.until + aftermath && until >= death.from);
  /** A failure while a machine is dead is attributed to that death, not to one that was over. */
  const causes = failures.map((failure) => {
    const now = during(failure, 0);
    return { failure, deaths: now.length > 0 ? now : during(failure, AFTERMATH) };
  });
  const figures = kinds.map((kind) => {
    const ofKind = deaths.filter((death) => death.kind === kind);
    const failed = causes.filter((cause) => cause.deaths.some((death) => death.kind === kind));
    return {
      kind,
      times: ofKind.length,
      dead: ofKind.reduce((sum, { from, until }) => sum + until - from, 0) / 1000,
      withoutPage: new Set(failed.map(({ failure }) => Math.floor(failure.until / 1000))).size,
    };
  });
  return { figures, unexplained: causes.filter((cause) => cause.deaths.length === 0).map(({ failure }) => failure) };
}

/**
 * Returns the bounds of the readings that readers have counted: how many the writer must have, and how many it may
 * have. A reading counted less than `unwritten` milliseconds before its reader died was perhaps not on the disk yet.
 */
export function boundsOf(
  counted: readonly { reader: string; at: number }[],
  deaths: readonly Death[],
  unwritten: number,
): { least: number; most: number } {
  const isUnsure = ({ reader, at }: (typeof counted)[number]) =>
    deaths.some(({ name, from }) => name === reader && at <= from && from < at + unwritten);
  return { least: counted.filter((each) => !isUnsure(each)).length, most: counted.length };
}
