import { useEffect, useRef } from 'react';
import { ApiError } from '#shared/api-client/api-error.ts';
import { generateImage } from '#shared/contract/ai.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { ALMOST_READY, generationFault, isNotReady, NEEDS_TEXT } from './generation-texts.ts';

interface PictureRequest {
  title: string;
  excerpt: string;
  targetMarket: string;
  customPrompt: string;
}

/** In milliseconds: docs/rules.md, "Generate Image". */
const FIELD_SET_AFTER = 100;
const SECOND_TOAST_AFTER = 2000;

/**
 * Generate Image. `onChange` gets the featured image's new value: first empty, then the address a tenth of a second
 * later, so that the picture is loaded again wherever it is shown.
 */
export function useGenerateImage(onChange: (address: string) => void) {
  const { uniqueId } = usePorts();
  const toast = useToast();
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  const later = (milliseconds: number, run: () => void) => timers.current.push(setTimeout(run, milliseconds));
  // A call whose answer was lost may have made a picture: the same request is sent under the same key, and does not buy
  // another one.
  const unanswered = useRef<{ request: string; key: string } | null>(null);

  const generate = useAction({
    name: 'image_generated',
    async run({ api }, body: PictureRequest) {
      const request = JSON.stringify(body);
      const key = unanswered.current?.request === request ? unanswered.current.key : uniqueId();
      unanswered.current = { request, key };
      try {
        const picture = await api.call(generateImage, { body, headers: { 'idempotency-key': key } });
        unanswered.current = null;
        return picture;
      } catch (error) {
        // An error without a code comes from something between here and the server; the server may still be working.
        if (error instanceof ApiError && error.code !== undefined) unanswered.current = null;
        throw error;
      }
    },
    refreshes: [queryKeys.images],
    success: 'Image Generated!',
    failure: 'Image Generation Failed',
    explain(error) {
      const message = generationFault(error);
      if (isNotReady(message)) later(SECOND_TOAST_AFTER, () => toast({ ...ALMOST_READY, variant: 'destructive' }));
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
      if (generate.isPending) return;
      if (request.title.trim() !== '' && request.excerpt.trim() !== '') generate.mutate(request);
      else toast({ title: 'Error', description: NEEDS_TEXT, variant: 'destructive' });
    },
  };
}
