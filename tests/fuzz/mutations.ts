import fc from 'fast-check';

/**
 * One change of a sample. Positions are fractions of its length (in millionths), so that shrinking keeps them in place.
 */
interface Edit {
  does: 'cut' | 'double' | 'repeat' | 'move' | 'replace' | 'break' | 'end';
  at: number;
  to: number;
  /** The largest number of elements that are cut, doubled or moved. */
  length: number;
  times: number;
  /** Chooses the word, the byte or the character. */
  pick: number;
}

const MILLION = 1_000_000;
/** No change makes an input longer than this: larger inputs are the subject of another limit. */
const LONGEST = 96_000;

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    does: fc.constantFrom('cut', 'double', 'repeat', 'move', 'replace', 'break', 'break', 'end'),
    at: fc.nat(MILLION),
    to: fc.nat(MILLION),
    length: fc.oneof({ weight: 3, arbitrary: fc.nat(16) }, { weight: 1, arbitrary: fc.nat(2000) }),
    times: fc.integer({ min: 2, max: 200 }),
    pick: fc.nat(0xffff),
  }),
  { minLength: 1, maxLength: 6 },
);

/** The operations that texts and bytes have in common. */
interface Sequence<Value> {
  join(parts: readonly Value[]): Value;
  /** Returns a replacement: a word that matters to the parser, or an unexpected element. */
  word(pick: number): Value;
  broken(pick: number): Value;
}

function edited<Value extends string | Uint8Array>(sample: Value, list: readonly Edit[], kind: Sequence<Value>): Value {
  const slice = (value: Value, from: number, to?: number) => value.slice(from, to) as Value;
  return list.reduce((value, { does, at, to, length, times, pick }) => {
    const start = Math.floor((at / MILLION) * value.length);
    const end = Math.min(value.length, start + length);
    const [before, piece, after] = [slice(value, 0, start), slice(value, start, end), slice(value, end)];
    const changed = () => {
      if (does === 'cut') return kind.join([before, after]);
      if (does === 'end') return before;
      if (does === 'double') return kind.join([before, piece, piece, after]);
      if (does === 'repeat') return kind.join([before, ...Array<Value>(times).fill(piece), after]);
      if (does === 'replace') return kind.join([before, kind.word(pick), after]);
      if (does === 'break')
        return kind.join([before, kind.broken(pick), slice(value, Math.min(value.length, start + 1))]);
      const rest = kind.join([before, after]);
      const place = Math.floor((to / MILLION) * rest.length);
      return kind.join([slice(rest, 0, place), piece, slice(rest, place)]);
    };
    const result = changed();
    return result.length > LONGEST ? slice(result, 0, LONGEST) : result;
  }, sample);
}

/**
 * Characters that are rarely intended: control characters, marks of direction, lone surrogates, characters that no font
 * has.
 */
const ODD = [
  '\u0000',
  '\u0007',
  '\u000b',
  '\u001b',
  '\u007f',
  '\u00a0',
  '\u00ad',
  '\u2028',
  '\u202e',
  '\ud83d',
  '\udc00',
  '\ufeff',
  '\uffff',
  '𝔘',
];

/**
 * Makes samples with pieces cut out, doubled, moved, repeated many times, replaced by words of the parser, or broken.
 */
export function mutatedTexts(samples: readonly string[], words: readonly string[]): fc.Arbitrary<string> {
  const kind: Sequence<string> = {
    join: (parts) => parts.join(''),
    word: (pick) => words[pick % words.length] ?? '',
    broken: (pick) =>
      pick % 3 === 0 ? (ODD[pick % ODD.length] ?? '') : String.fromCharCode(pick % 3 === 1 ? 32 + (pick % 95) : pick),
  };
  return fc.tuple(fc.constantFrom(...samples), edits).map(([sample, list]) => edited(sample, list, kind));
}

/** The same for bytes, in which numbers at the limits of their size are inserted. */
export function mutatedBytes(samples: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const numbers = [
    [0],
    [255],
    [0, 0, 0, 0],
    [255, 255, 255, 255],
    [255, 255, 255, 127],
    [0, 0, 0, 128],
    [1, 0],
    [128, 1],
  ];
  const kind: Sequence<Uint8Array> = {
    join: (parts) => new Uint8Array(Buffer.concat(parts)),
    word: (pick) => new Uint8Array(numbers[pick % numbers.length] ?? [0]),
    broken: (pick) => new Uint8Array([pick & 255]),
  };
  return fc.tuple(fc.constantFrom(...samples), edits).map(([sample, list]) => edited(sample, list, kind));
}

/** Makes texts of random words, for inputs that no sample has. */
export function fromWords(words: readonly string[], longest = 60): fc.Arbitrary<string> {
  const word = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.string() });
  return fc.array(word, { maxLength: longest }).map((parts) => parts.join(''));
}
