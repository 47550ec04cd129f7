import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getSessionLife,
  IDLE_MINUTES,
  type SessionLife,
  updateSessionLife,
} from '#shared/contract/auth/session-life.ts';
import { Field } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

const words: Record<SessionLife['idleMinutes'], string> = {
  60: '1 hour',
  480: '8 hours',
  1440: '1 day',
  10080: '7 days',
  43200: '30 days',
};

/** The time without use after which the owner is signed out. */
export function SessionLifeField() {
  const { api } = usePorts();
  const queryClient = useQueryClient();
  const life = useQuery({
    queryKey: queryKeys.sessionLife,
    queryFn: ({ signal }) => api.call(getSessionLife, { signal }),
  });
  const save = useAction({
    name: 'session_life_changed',
    run: ({ api }, idleMinutes: SessionLife['idleMinutes']) => api.call(updateSessionLife, { body: { idleMinutes } }),
    refreshes: [queryKeys.sessions],
    success: (set) => `Signed out after ${words[set.idleMinutes]} without use`,
    onSuccess: (set) => queryClient.setQueryData(queryKeys.sessionLife, set),
  });
  if (!life.data) return null;
  const { idleMinutes } = save.isPending ? { idleMinutes: save.variables } : life.data;
  return (
    <Field
      label="Sign out by itself"
      hint={`After so long without use, and at the latest after ${life.data.days} days.`}
      className="mt-4 max-w-xs"
    >
      {(control) => (
        <Select
          {...control}
          value={idleMinutes}
          disabled={save.isPending}
          onChange={({ target }) => {
            const chosen = IDLE_MINUTES.find((minutes) => String(minutes) === target.value);
            if (chosen !== undefined) save.mutate(chosen);
          }}
        >
          {IDLE_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {words[minutes]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
