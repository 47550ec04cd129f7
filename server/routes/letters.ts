import type { Services } from '#server/services/index.ts';
import { getLetterSettings, updateLetterSettings } from '#shared/contract/letters/letter-settings.ts';
import {
  changeLetter,
  createLetter,
  getLettersState,
  getPublicationLetter,
  holdPublicationLetter,
  listLetters,
  listLetterTroubles,
  previewLetter,
  testLetter,
} from '#shared/contract/letters/letters.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** Enough to try a letter out, too few to send letters to many people. */
const TESTS_A_MINUTE = 5;

/** Letters to those who follow by e-mail. */
export function addLetterRoutes(register: Register, services: Services): void {
  const { letters, letterSettings, publicationLetters } = services;
  register(getLetterSettings, () => letterSettings.get());
  register(updateLetterSettings, ({ body }) => letterSettings.update(body));
  register(getLettersState, () => letters.state());
  register(listLetters, async ({ query, request, reply }) => {
    const list = await letters.list(query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });
  register(previewLetter, ({ body }) => letters.preview(body));
  register(
    testLetter,
    async ({ body }) => {
      await letters.test(body);
      return undefined;
    },
    { perMinute: TESTS_A_MINUTE },
  );
  register(createLetter, ({ body }) => letters.create(body));
  register(changeLetter, ({ params, body }) => letters.change(params.id, body.action));
  register(listLetterTroubles, ({ params }) => letters.troubles(params.id));
  register(getPublicationLetter, ({ query }) => publicationLetters.of(query));
  register(holdPublicationLetter, async ({ params, body }) => {
    await publicationLetters.hold(params.postId, body.isHeld);
    return undefined;
  });
}
