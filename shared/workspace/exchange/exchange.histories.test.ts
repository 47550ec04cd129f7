import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#tests/share.ts';
import type { DeletionAnswer } from './held-deletions.ts';
import { createTestDevice, createTestTime } from './test-device.ts';
import { createTestServer, type TestNetwork, TestOffline } from './test-server.ts';

// Events that may happen to some devices and their server, in any order. The server here belongs to the tests; the
// histories against the real routes are in tests/histories.
const device = fc.nat(2);
const document = fc.constantFrom('draft:a', 'draft:b', 'draft:c', 'draft:d', 'prompt:1');
const answer = fc.constantFrom<DeletionAnswer>('delete', 'keep');
const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('type' as const), device, document }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('remove' as const), device, document }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('pass' as const), time: fc.nat(3000) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('lose' as const), device, calls: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('loseAnswers' as const), device, calls: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('compact' as const), device, document }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('answer' as const), device, answer }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('restart' as const), device }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('restore' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
);

test('whatever is lost, repeated, put back or restarted: all devices end equal, no word is lost that nobody deleted, and no list unasked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), answer, async (events, lastAnswer) => {
      const rest = () => new Promise<void>((resolve) => setImmediate(resolve));
      const time = createTestTime(rest);
      const server = createTestServer({ page: 3 });
      const faults = [0, 1, 2].map(() => ({ lost: 0, answersLost: 0 }));
      const devices = faults.map((fault) => {
        const network: TestNetwork = {
          onTheWay() {
            if (fault.lost === 0) return;
            fault.lost -= 1;
            throw new TestOffline();
          },
          onTheWayBack() {
            if (fault.answersLost === 0) return;
            fault.answersLost -= 1;
            throw new TestOffline();
          },
        };
        return createTestDevice(server.api(network), time);
      });
      for (const { exchange } of devices) exchange.start();
      const typed = new Map<string, Set<string>>();
      const deleted = new Set<string>();
      let words = 0;
      const draftsNow = () => Promise.all(devices.map(({ store }) => store.list('draft')));
      /**
       * The drafts that each device has lost to deletions on other devices; null once its owner has agreed to the
       * deletions.
       */
      const gone: (Set<string> | null)[] = devices.map(() => new Set());

      // Enough drafts that most of them can be deleted.
      for (const id of ['draft:a', 'draft:b', 'draft:c', 'draft:d']) {
        await devices[0]?.type(id, 'first');
        typed.set(id, new Set(['first']));
      }
      await time.pass(3000);

      for (const each of events) {
        const at = 'device' in each ? devices[each.device] : undefined;
        const before = await draftsNow();
        if (each.what === 'type') {
          words += 1;
          const word = `w${words}`;
          await at?.type(each.document, word);
          typed.set(each.document, (typed.get(each.document) ?? new Set()).add(word));
        } else if (each.what === 'remove') {
          // The device that deletes has seen these words; all other words must live.
          for (const word of (await at?.remove(each.document)) ?? []) deleted.add(word);
        } else if (each.what === 'pass') {
          await time.pass(each.time);
        } else if (each.what === 'lose') {
          Object.assign(faults[each.device] ?? {}, { lost: each.calls });
        } else if (each.what === 'loseAnswers') {
          Object.assign(faults[each.device] ?? {}, { answersLost: each.calls });
        } else if (each.what === 'compact') {
          await at?.store.compact(each.document);
        } else if (each.what === 'answer') {
          if (each.answer === 'delete' && at?.exchange.state().deletions) gone[each.device] = null;
          await at?.answer(each.answer);
        } else if (each.what === 'restart') {
          await at?.exchange.stop();
          at?.exchange.start();
        } else {
          server.restore(Math.floor(each.part * (server.log.at(-1)?.seq ?? 0)));
          server.hangUp();
        }
        for (const [index, drafts] of (await draftsNow()).entries()) {
          const own = each.what === 'remove' && each.device === index ? each.document : null;
          for (const id of before[index] ?? []) if (id !== own && !drafts.includes(id)) gone[index]?.add(id);
          for (const id of drafts) gone[index]?.delete(id);
          // There are at most four drafts: three are more than half of them, and need the owner's consent.
          expect(gone[index]?.size ?? 0).toBeLessThan(3);
        }
      }

      for (const fault of faults) Object.assign(fault, { lost: 0, answersLost: 0 });
      for (let round = 0; round < 8; round += 1) {
        for (const each of devices) {
          await each.exchange.syncNow();
          await each.answer(lastAnswer);
        }
        await time.pass(500);
      }
      const [first, ...others] = await Promise.all(devices.map((each) => each.all()));
      for (const other of others) expect(other).toEqual(first);
      for (const each of devices) {
        expect(each.exchange.state()).toMatchObject({
          status: 'on-the-server',
          unsent: 0,
          question: null,
          deletions: null,
        });
        await each.exchange.stop();
      }
      for (const [id, mine] of typed) {
        const found = new Set(first?.[id]?.split(' '));
        for (const word of mine) if (!deleted.has(word)) expect([...found]).toContain(word);
      }
    }),
    { seed: 20261120, numRuns: runsOf(150, 6) },
  );
});
