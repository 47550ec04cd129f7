import { zodResolver } from '@hookform/resolvers/zod';
import type { QueryKey } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError } from '#shared/api-client/api-error.ts';
import { createRedirect, type Redirect, redirectFields, updateRedirect } from '#shared/contract/redirects.ts';
import { readablePath } from '#shared/kernel/site-path.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../../error-text.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { savedWords } from './redirect-words.ts';

interface RedirectFormProps {
  /** The redirect to change; null for a new one. */
  redirect: Redirect | null;
  /** The initial address of a new redirect. */
  from?: string;
  /** A further query that a save makes stale, in addition to the lists of redirects and of broken links. */
  refreshes?: QueryKey;
  onDone: () => void;
}

/**
 * The form of a redirect: from which address, to which, and for how long. What the site refuses is shown at the field.
 */
export function RedirectForm({ redirect, from = '', refreshes, onDone }: RedirectFormProps) {
  const toast = useToast();
  const form = useForm({
    resolver: zodResolver(redirectFields),
    defaultValues: {
      path: redirect ? readablePath(redirect.path) : from,
      target: redirect ? readablePath(redirect.target) : '',
      status: redirect?.status ?? 301,
    },
  });
  const { errors } = form.formState;
  const save = useAction({
    name: redirect ? 'redirect_updated' : 'redirect_created',
    run: ({ api }, body: { path: string; target: string; status: 301 | 302 }) =>
      redirect?.id == null
        ? api.call(createRedirect, { body })
        : api.call(updateRedirect, { params: { id: redirect.id }, body }),
    refreshes: [queryKeys.redirects, queryKeys.linkFaults, ...(refreshes ? [refreshes] : [])],
    explain(error) {
      const issues = error instanceof ApiError ? (error.issues ?? []) : [];
      for (const { path, message } of issues) {
        if (path === 'path' || path === 'target') form.setError(path, { message }, { shouldFocus: true });
      }
      return issues.some(({ path }) => path === 'path' || path === 'target') ? null : errorText(error);
    },
    onSuccess(saved, asked) {
      const description = savedWords(saved, asked.target);
      toast({ title: 'Redirect saved', ...(description && { description }) });
      onDone();
    },
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      <Field
        label="From"
        hint="A path of this site at which nothing stands, with its query if that matters."
        error={errors.path?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('path')}
            data-first-focus
            placeholder="/2019/05/old-post.html"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="To" hint="A path of this site, or a whole http(s) address." error={errors.target?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('target')}
            placeholder="/post/new-address"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="For how long" error={errors.status?.message}>
        {(control) => (
          <Select {...control} {...form.register('status', { valueAsNumber: true })}>
            <option value={301}>For good (301)</option>
            <option value={302}>For now (302)</option>
          </Select>
        )}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={save.isPending}>
        Save
      </Button>
    </form>
  );
}
