import { isSameJson } from '#shared/workspace/json.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { PostSession } from '../../editor/index.ts';
import type { FormErrors } from './form-errors.ts';

/** The props of every part of the post form. */
export interface FormProps {
  session: PostSession;
  values: PostValues;
  errors: FormErrors;
  /** Whether typing is disabled, because another tab edits the post. */
  isReadOnly: boolean;
}

/** For `memo`: a part of the form is drawn anew only when one of its fields changes. */
export function showsOnly(...names: (keyof PostValues)[]) {
  return <Props extends FormProps>(before: Props, after: Props): boolean => {
    const { values, errors, ...rest } = after;
    const others = Object.entries(rest) as [keyof Props, unknown][];
    return (
      others.every(([name, value]) => Object.is(before[name], value)) &&
      names.every((name) => isSameJson(before.values[name], values[name]) && before.errors[name] === errors[name])
    );
  };
}
