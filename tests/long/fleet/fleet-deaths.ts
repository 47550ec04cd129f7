import type { Kind, Machine } from './fleet-stage.ts';

/** Milliseconds after a machine is up again in which connections still break that were open when it died. */
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

/** Somebody asked and got no page. */
export interface Failure extends Span {
  what: string;
}

/** Kills a machine for `milliseconds`, and brings it up again. */
export async function kill(victim: Machine, wait: () => Promise<void>): Promise<Death> {
  const from = Date.now();
  await victim.down();
  await wait();
  await victim.up();
  return { name: victim.name, kind: victim.kind, from, until: Date.now() };
}

/** What one kind of death has come to. */
export interface DeathFigures {
  kind: Kind;
  times: number;
  /** Seconds in which one of this kind was dead. */
  dead: number;
  /** Of these, and of those just after, seconds in which somebody got no page. */
  withoutPage: number;
}

/** What each kind of death has come to, and the failures that none of them explains. */
export function figuresOf(
  deaths: readonly Death[],
  failures: readonly Failure[],
): { figures: DeathFigures[]; unexplained: Failure[] } {
  const kinds: Kind[] = ['edge', 'reader', 'writer', 'store'];
  const during = ({ from, until }: Failure, aftermath: number) =>
    deaths.filter((death) => from <= death.until + aftermath && until >= death.from);
  /** What breaks while a machine is dead is of that death, not of one that was over. */
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
 * Of what readers have counted: how many must be with the writer, and how many may be. What was counted less than
 * `unwritten` milliseconds before its reader died was perhaps not on the disk yet.
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
