import { useEffect, useRef } from 'react';
import { generateImage } from '#shared/contract/ai.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../error-text.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

export interface PictureRequest {
  title: string;
  excerpt: string;
  targetMarket?: string;
  customPrompt: string;
}

/** Admin spec §9, in milliseconds. */
const FIELD_SET_AFTER = 100;
const SECOND_TOAST_AFTER = 2000;

/** What a provider says while an account's image model is not ready (admin spec §8). */
const isNotReady = (message: string) => /no access|billing|being activated/i.test(message);

/**
 * Generate Image (admin spec §§4, 5, 8). `onChange` gets the featured image's new value: empty at once, the address a
 * tenth of a second later, so that what shows the picture loads it anew.
 */
export function useGenerateImage(onChange: (address: string) => void) {
  const { uniqueId } = usePorts();
  const toast = useToast();
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  const later = (milliseconds: number, run: () => void) => timers.current.push(setTimeout(run, milliseconds));

  const generate = useAction({
    name: 'image_generated',
    run: ({ api }, body: PictureRequest) =>
      api.call(generateImage, { body, headers: { 'idempotency-key': uniqueId() } }),
    refreshes: [queryKeys.images],
    success: 'Image Generated!',
    failure: 'Image Generation Failed',
    explain(error) {
      const message = errorText(error);
      if (isNotReady(message)) later(SECOND_TOAST_AFTER, () => toast(almostReady));
      return message;
    },
    onSuccess({ imageUrl }) {
      onChange('');
      later(FIELD_SET_AFTER, () => onChange(imageUrl));
    },
  });

  return {
    isPending: generate.isPending,
    start(request: PictureRequest) {
      if (request.title.trim() !== '' && request.excerpt.trim() !== '') generate.mutate(request);
      else toast({ title: 'Error', description: NEEDS_TEXT, variant: 'destructive' });
    },
  };
}

const NEEDS_TEXT = 'Please fill in the title and excerpt first to generate an image.';
const almostReady = {
  title: 'Almost Ready!',
  description:
    "Image-model access is still activating. Please try again in 5-10 minutes or check the provider's billing settings.",
};
