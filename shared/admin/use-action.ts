import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api-client/api-error.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from './error-text.ts';
import type { AdminPorts } from './ports.ts';
import { usePorts } from './ports-context.tsx';
import { WaitsError } from './waiting/index.ts';

interface Action<Input, Output> {
  /** The name of the action in the `admin_action` event: "post_created". */
  name: string;
  run: (ports: AdminPorts, input: Input) => Promise<Output>;
  /** The queries that the server's answer makes stale. */
  refreshes?: readonly QueryKey[];
  /** The title of the toast on success; without it there is no toast. */
  success?: string | ((output: Output, input: Input) => string);
  /** The title of the toast on failure; `Error` by default. */
  failure?: string;
  /** Returns the words under `failure`, if they should not be the server's; null shows no toast at all. */
  explain?: (error: Error) => string | null;
  onSuccess?: (output: Output, input: Input) => void;
  /** Called when the action was written down and waits for the server (`doOrWait`). */
  onWaits?: (input: Input) => void;
}

/**
 * One action of the owner on the server: sends the `admin_action` event, reports the result, and invalidates what is no
 * longer true. A failure is shown as a destructive toast.
 */
export function useAction<Input = void, Output = void>(
  action: Action<Input, Output>,
): UseMutationResult<Output, Error, Input> {
  const ports = usePorts();
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation<Output, Error, Input>({
    mutationKey: [action.name],
    mutationFn: (input) => action.run(ports, input),
    onSuccess(output, input) {
      ports.analytics.adminAction(action.name, { success: true });
      for (const queryKey of action.refreshes ?? []) queryClient.invalidateQueries({ queryKey });
      const { success } = action;
      const title = typeof success === 'function' ? success(output, input) : success;
      if (title) toast({ title });
      action.onSuccess?.(output, input);
    },
    onError(error, input) {
      if (error instanceof WaitsError) {
        toast({ title: error.message, description: error.detail });
        action.onWaits?.(input);
        return;
      }
      ports.analytics.adminAction(action.name, { success: false });
      // The owner has declined to give the password, and knows that.
      if (error instanceof ApiError && error.code === 'password_required')
        return void toast({ title: 'Nothing was changed', description: error.detail });
      const description = action.explain ? action.explain(error) : errorText(error);
      if (description !== null) toast({ title: action.failure ?? 'Error', description, variant: 'destructive' });
    },
  });
}
