import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api-client/api-error.ts';
import { errorText } from '../../error-text.ts';
import type { AdminPorts } from '../../ports.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';

/** The props of every way of the second step. */
export interface WayProps {
  onSignedIn: () => void;
  /** Called when the sign-in has expired: the password must be asked for again. */
  onExpired: (error: Error) => void;
}

interface Way<Input> extends WayProps {
  run: (ports: AdminPorts, input: Input) => Promise<unknown>;
  /** Shows at the field what was refused; without this function a toast shows it. */
  onRefused?: (text: string) => void;
}

/** Finishes a sign-in: sends the proof, then asks the server who is signed in. */
export function useWay<Input = void>({ run, onSignedIn, onExpired, onRefused }: Way<Input>) {
  const queryClient = useQueryClient();
  return useAction<Input, void>({
    name: 'login',
    async run(ports, input) {
      await run(ports, input);
      await queryClient.refetchQueries({ queryKey: queryKeys.me });
    },
    failure: 'Login failed',
    explain(error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'sign_in_expired') onExpired(error);
      else if (onRefused && (code === 'wrong_code' || code === 'invalid_input')) onRefused(errorText(error));
      else return errorText(error);
      return null;
    },
    onSuccess: onSignedIn,
  });
}
