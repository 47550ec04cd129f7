import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './button.tsx';
import { TextInput } from './text-input.tsx';

/** A password field whose text can be shown. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <TextInput {...props} type={isShown ? 'text' : 'password'} className="pe-12" />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        className="absolute inset-y-0 end-0 text-muted"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  );
}
