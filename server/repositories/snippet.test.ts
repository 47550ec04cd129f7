import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATCH_CLOSE, MATCH_OPEN, markedHtml } from './snippet.ts';

test('matches become mark, everything else is escaped', () => {
  expect(markedHtml(`a ${MATCH_OPEN}b${MATCH_CLOSE} <c> & "d" 'e'`)).toBe(
    'a <mark>b</mark> &lt;c&gt; &amp; &quot;d&quot; &#39;e&#39;',
  );
});

test('whatever a text holds, marks are in balance and nothing else is markup', () => {
  const piece = fc.constantFrom('<', '>', '&', '"', "'", 'a', MATCH_OPEN, MATCH_CLOSE, '<mark>', '</mark>', '&lt;');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const html = markedHtml(pieces.join(''));
      expect(html.replaceAll(/<mark>[^<>]*<\/mark>/g, '')).not.toMatch(/[<>"']/);
    }),
    { seed: 20250601, numRuns: 300 },
  );
});
