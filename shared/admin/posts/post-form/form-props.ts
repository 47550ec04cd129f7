import type { UseFormReturn } from 'react-hook-form';
import type { PostValues } from '#shared/workspace/post-values.ts';

/** What every part of the post form gets. */
export interface FormProps {
  form: UseFormReturn<PostValues>;
}
