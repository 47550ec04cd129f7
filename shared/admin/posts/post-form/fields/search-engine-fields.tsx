import type { FormProps } from '../form-props.ts';
import { PlainTextFields } from './plain-text-fields.tsx';

export function SearchEngineFields(props: FormProps) {
  return <PlainTextFields {...props} place="search engines" />;
}
